import type { Call } from "../call/call.js";
import { ModelStream } from "../stream/model-stream.js";
import type { ChatCompletionChunk, StreamedChatCompletion } from "../types.js";
import { createChatAccumulator } from "./chat-accumulator.js";
import { hasChatContent, readChatEvent } from "./chat-events.js";

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
    super(
      call,
      {
        read: readChatEvent,
        ...createChatAccumulator(),
        textOf: ({ choices }) => choices[0]?.message.content ?? "",
        hasContent: hasChatContent,
      },
      opening,
    );
  }
}
