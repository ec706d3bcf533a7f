import { type CallOptions, call } from "../call.js";
import { callJSON } from "../call-json.js";
import type { Engine } from "../engine.js";
import type {
  ChatCompletion,
  ChatCompletionRequest,
  PlainChatCompletionRequest,
  StreamingChatCompletionRequest,
} from "../types.js";
import { ChatCompletionStream } from "./chat-completion-stream.js";

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
  create(body: PlainChatCompletionRequest, options?: CallOptions): Promise<ChatCompletion>;
  create(body: StreamingChatCompletionRequest, options?: CallOptions): Promise<ChatCompletionStream>;
  create(body: ChatCompletionRequest, options?: CallOptions): Promise<ChatCompletion | ChatCompletionStream>;
}

/** The chat completions of a client. */
export function createChatCompletions(engine: Engine): ChatCompletions {
  function create(body: ChatCompletionRequest, options: CallOptions = {}) {
    return body.stream === true ? createStream(engine, body, options) : createWhole(engine, body, options);
  }
  // The overloads tell by `stream` which of the two comes; an implementation can only promise either.
  return { create: create as ChatCompletions["create"] };
}

function createWhole(engine: Engine, body: ChatCompletionRequest, options: CallOptions): Promise<ChatCompletion> {
  return callJSON({
    engine,
    options,
    member: "choices",
    start: (init) => engine.raw.POST("/v1/chat/completions", { body, ...init }),
  });
}

async function createStream(
  engine: Engine,
  body: ChatCompletionRequest,
  options: CallOptions,
): Promise<ChatCompletionStream> {
  const { exchange, data, link } = await call({
    engine,
    options,
    parseAs: "stream",
    accept: "text/event-stream",
    start: (init) => engine.raw.POST("/v1/chat/completions", { body, ...init }),
  });
  const { maxEventBytes } = engine;
  return new ChatCompletionStream({ exchange, body: data ?? new Blob().stream(), link, maxEventBytes });
}
