import type { Call } from "../call/call.js";
import { ModelStream } from "../stream/model-stream.js";
import { createTypedEventReader } from "../stream/typed-event.js";
import type { ResponseResource, ResponseStreamEvent } from "../types.js";
import { createResponseAccumulator } from "./response-accumulator.js";
import { hasResponseContent, responseEvents } from "./response-events.js";

/**
 * A streamed response; it ends at `response.completed`, `response.incomplete` or `response.failed`, so look at the
 * `status` of what `final()` gives. Whether `[DONE]` follows does not matter.
 *
 * @example
 * for await (const event of stream) {
 *   if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
 * }
 */
export class ResponseStream extends ModelStream<ResponseStreamEvent, ResponseResource> {
  /** @internal Made by `client.responses`. */
  constructor(call: Call, opening?: Promise<unknown>) {
    super(
      call,
      {
        read: createTypedEventReader(responseEvents),
        ...createResponseAccumulator(),
        textOf: ({ output_text }) => output_text,
        hasContent: hasResponseContent,
      },
      opening,
    );
  }
}
