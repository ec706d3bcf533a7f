/** The model's answer, for any interface. It depends on the conversation and the seed alone. */
export interface Reply {
  reasoning: string[];
  /** The text in the pieces in which it is streamed; joined they are the whole. Empty for none. */
  text: string[];
  toolCalls: ReplyToolCall[];
  /** Pages that a web search found; empty for none. `start` and `end` are a span of the joined text. */
  citations: { url: string; title: string; start: number; end: number }[];
  searchQuery: string | undefined;
  finish: Finish;
  usage: ReplyUsage;
  /** The whole body that is scripted in place of the interface's own, plain and as a stream; absent where none is. */
  body?: unknown;
}

export interface ReplyToolCall {
  name: string;
  /** JSON text in the pieces in which it is streamed; joined they validate against the tool's schema. */
  arguments: string[];
}

/** The reason that the reply ended; `stopSequence` is the one that matched. */
export type Finish =
  | { reason: "stop" }
  | { reason: "stop_sequence"; stopSequence: string }
  | { reason: "length" }
  | { reason: "tool_calls" }
  | { reason: "content_filter" };

/** True where a reply ended before the model did. */
export const isCutShort = ({ reason }: Finish) => reason === "length" || reason === "content_filter";

/** Tokens by the mock's own count, the same on every interface. */
export interface ReplyUsage {
  inputTokens: number;
  /** All of the reply, reasoning included. */
  outputTokens: number;
  reasoningTokens: number;
}
