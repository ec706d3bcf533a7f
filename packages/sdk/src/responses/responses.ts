import { createReplyMethods, type PendingCall } from "../call/reply.js";
import type { Client } from "../client.js";
import type { CallOptions } from "../options/call-options.js";
import type { PlainResponseRequest, ResponseRequest, ResponseResource, StreamingResponseRequest } from "../types.js";
import { ResponseStream, withOutputText } from "./response-stream.js";

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
  /** Returns the stream of the same call at once; the first read throws a refusal. */
  stream(body: Omit<ResponseRequest, "stream">, options?: CallOptions): ResponseStream;
}

/** The responses of a client. */
export function createResponses(client: Client): Responses {
  const { create, stream } = createReplyMethods({
    client,
    member: "output",
    isMember: (output, { output_text }) => Array.isArray(output) || typeof output_text === "string",
    finish: withOutputText,
    Stream: ResponseStream,
    request: (body: ResponseRequest, _options, init) => client.requests.POST("/v1/responses", { ...init, body }),
  });
  // The overloads tell by `stream` which of the two comes; an implementation can only promise either.
  return { create: create as Responses["create"], stream };
}
