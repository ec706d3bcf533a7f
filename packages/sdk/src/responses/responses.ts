import { callJSON } from "../call-json.js";
import type { CallOptions } from "../call-options.js";
import type { Engine } from "../engine.js";
import { type PendingCall, pendingCall } from "../pending-call.js";
import { openStream } from "../stream/open-stream.js";
import type { PlainResponseRequest, ResponseRequest, ResponseResource, StreamingResponseRequest } from "../types.js";
import { withOutputText } from "./output-text.js";
import { ResponseStream } from "./response-stream.js";

/** `client.responses`. */
export interface Responses {
  /**
   * Answers an input (R4.9). With `stream: true` the reply comes as a {@link ResponseStream}, otherwise whole.
   *
   * @example
   * const response = await client.responses.create({ model: "GPT-5.2", input: "Name one prime." });
   * console.log(response.output_text);
   */
  create(body: PlainResponseRequest, options?: CallOptions): PendingCall<ResponseResource>;
  create(body: StreamingResponseRequest, options?: CallOptions): PendingCall<ResponseStream>;
  create(body: ResponseRequest, options?: CallOptions): PendingCall<ResponseResource | ResponseStream>;
  /** The stream of the same call, at once: what the service refuses is thrown by the first read. */
  stream(body: Omit<ResponseRequest, "stream">, options?: CallOptions): ResponseStream;
}

/** The responses of a client. */
export function createResponses(engine: Engine): Responses {
  function create(body: ResponseRequest, options: CallOptions = {}) {
    return body.stream === true
      ? pendingCall(open(body, options), (answer) => new ResponseStream(answer))
      : whole(body, options);
  }

  function whole(body: ResponseRequest, options: CallOptions): PendingCall<ResponseResource> {
    return callJSON({
      engine,
      options,
      member: "output",
      finish: withOutputText,
      start: (init) => engine.raw.POST("/v1/responses", { body, ...init }),
    });
  }

  function open(body: ResponseRequest, options: CallOptions) {
    return openStream({
      engine,
      options,
      start: (init) => engine.raw.POST("/v1/responses", { body, ...init }),
    });
  }

  return {
    // The overloads tell by `stream` which of the two comes; an implementation can only promise either.
    create: create as Responses["create"],
    stream: (body, options = {}) => new ResponseStream(open({ ...body, stream: true }, options)),
  };
}
