import type { Call } from "../call/call.js";
import { ModelStream } from "../stream/model-stream.js";
import type { ChatCompletionChunk, StreamedChatCompletion } from "../types.js";
import { createChatDialect } from "./chat-dialect.js";

/**
 * A streamed chat completion; it ends at `[DONE]`. An event that this version does not know is passed on as it came,
 * with no choices.
 *
 * @example
 * for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
 */
export class ChatCompletionStream extends ModelStream<ChatCompletionChunk, StreamedChatCompletion> {
  /** @internal Made by `client.chat.completions`. */
  constructor(call: Call, opening?: Promise<unknown>) {
    super(call, createChatDialect(), opening);
  }
}
