import { createReplyMethods, type PendingCall } from "../call/reply.js";
import type { Client } from "../client.js";
import type { CallOptions } from "../options/call-options.js";
import type { Fields } from "../stream/json-fields.js";
import type {
  ChatCompletion,
  ChatCompletionRequest,
  PlainChatCompletionRequest,
  StreamingChatCompletionRequest,
} from "../types.js";
import { ChatCompletionStream, fillChoices } from "./chat-stream.js";

/** `client.chat.completions`. */
export interface ChatCompletions {
  /**
   * Continues a conversation (R4.1). With `stream: true` the reply comes as a {@link ChatCompletionStream}, otherwise
   * whole. Throws before anything is streamed when the service refuses the request (R6.3).
   *
   * @example
   * const completion = await client.chat.completions.create({
   *   model: "Claude-Sonnet-4.5",
   *   messages: [{ role: "user", content: "Name one prime." }],
   * });
   * console.log(completion.choices[0]?.message.content);
   */
  create(body: PlainChatCompletionRequest, options?: CallOptions): PendingCall<ChatCompletion>;
  create(body: StreamingChatCompletionRequest, options?: CallOptions): PendingCall<ChatCompletionStream>;
  create(body: ChatCompletionRequest, options?: CallOptions): PendingCall<ChatCompletion | ChatCompletionStream>;
  /** Returns the stream of the same call at once; the first read throws a refusal. */
  stream(body: Omit<ChatCompletionRequest, "stream">, options?: CallOptions): ChatCompletionStream;
}

/** The chat completions of a client. */
export function createChatCompletions(client: Client): ChatCompletions {
  const { create, stream } = createReplyMethods({
    client,
    member: "choices",
    finish(reply) {
      fillChoices(reply as Fields, "message");
      // What callers read is there.
      return reply as ChatCompletion;
    },
    Stream: ChatCompletionStream,
    request(body: ChatCompletionRequest, _options, init) {
      warnOfRequest(client, body);
      return client.requests.POST("/v1/chat/completions", { ...init, body });
    },
  });
  // The overloads tell by `stream` which of the two comes; an implementation can only promise either.
  return { create: create as ChatCompletions["create"], stream };
}

/**
 * Warns in the log of custom parameters (R2.2), which a chat completion can't carry (R1.9), and once of each media bot that is
 * streamed (R1.13), as far as a list of models has named it.
 *
 * @internal
 */
export function warnOfRequest({ log, learned }: Client, body: { model?: unknown; stream?: unknown }): void {
  for (const parameter of ["thinking_budget", "reasoning_effort", "aspect_ratio", "style"]) {
    if (parameter in body) {
      log.warn?.(
        `chat completions can't carry ${parameter}; bots take it, messages and responses in words of their own`,
        { parameter },
      );
    }
  }
  const { model, stream } = body;
  if (stream === true && learned.mediaModels.delete(String(model).toLowerCase())) {
    log.warn?.(`${model} is a media bot; call it with stream: false`, { model });
  }
}
