import type { Call } from "../call/call.js";
import { ModelStream } from "../stream/model-stream.js";
import type { MessageStreamEvent, StreamedMessage } from "../types.js";
import { createMessageAccumulator, textOfMessage } from "./message-accumulator.js";
import { createMessageEventReader, hasMessageContent } from "./message-events.js";

/**
 * A streamed message; it ends at `message_stop`. `final()` gives the message with its text, tools, thinking and usage.
 *
 * @example
 * for await (const event of stream) {
 *   if (event.type === "content_block_delta" && event.delta.type === "text_delta") process.stdout.write(event.delta.text);
 * }
 */
export class MessageStream extends ModelStream<MessageStreamEvent, StreamedMessage> {
  /** @internal Made by `client.messages`. */
  constructor(call: Call, opening?: Promise<unknown>) {
    super(
      call,
      {
        read: createMessageEventReader(),
        ...createMessageAccumulator(),
        textOf: textOfMessage,
        hasContent: hasMessageContent,
      },
      opening,
    );
  }
}
