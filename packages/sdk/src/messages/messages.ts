import type { CallInit } from "../call/call.js";
import { createReplyMethods, type PendingCall } from "../call/reply.js";
import type { Client } from "../client.js";
import type { CallOptions } from "../options/call-options.js";
import { requireSendable } from "../options/check-options.js";
import type { Message, MessageRequest, PlainMessageRequest, StreamingMessageRequest } from "../types.js";
import { fillMessage, MessageStream } from "./message-stream.js";

/** The options of a messages call. */
export interface MessageOptions extends CallOptions {
  /** The version of the upstream interface that the body is written for (R9.2). `2023-06-01` by default. */
  version?: string | undefined;
  /** Preview features of the upstream provider to switch on. */
  betas?: readonly string[] | undefined;
}

/** `client.messages`. */
export interface Messages {
  /**
   * Continues a conversation with an official model of the upstream provider (R4.6). With `stream: true` the reply
   * comes as a {@link MessageStream}, otherwise whole.
   *
   * @example
   * const message = await client.messages.create({
   *   model: "claude-sonnet-4.5",
   *   max_tokens: 256,
   *   messages: [{ role: "user", content: "Name one prime." }],
   * });
   */
  create(body: PlainMessageRequest, options?: MessageOptions): PendingCall<Message>;
  create(body: StreamingMessageRequest, options?: MessageOptions): PendingCall<MessageStream>;
  create(body: MessageRequest, options?: MessageOptions): PendingCall<Message | MessageStream>;
  /** Returns the stream of the same call at once; the first read throws a refusal. */
  stream(body: Omit<MessageRequest, "stream">, options?: MessageOptions): MessageStream;
}

const defaultVersion = "2023-06-01";

/** The messages of a client. */
export function createMessages(client: Client): Messages {
  const { create, stream } = createReplyMethods({
    client,
    member: "content",
    finish: fillMessage,
    Stream: MessageStream,
    ownOptions: ["version", "betas"],
    request: (body: MessageRequest, options: MessageOptions, init) =>
      client.requests.POST("/v1/messages", {
        ...init,
        params: { header: createMessageHeaders(client, options, init.headers) },
        body,
      }),
  });
  // The overloads tell by `stream` which of the two comes; an implementation can only promise either.
  return { create: create as Messages["create"], stream };
}

/** The headers of the interface. Those that the caller sets by name count. */
function createMessageHeaders(
  { defaultHeaders }: Client,
  { version, betas = [] }: MessageOptions,
  given: CallInit["headers"],
) {
  const beta = given["anthropic-beta"] ?? betas.join(",");
  const headers = {
    "anthropic-version": given["anthropic-version"] ?? version ?? defaultHeaders["anthropic-version"] ?? defaultVersion,
    ...(beta === "" ? {} : { "anthropic-beta": beta }),
  };
  requireSendable("POST /v1/messages", headers);
  return headers;
}
