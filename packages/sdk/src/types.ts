import type * as Contract from "./generated/openapi.js";

// Interfaces where the contract has objects: editors then show these names instead of all that is in them.

/** The body of a chat completion call. */
export interface ChatCompletionRequest extends Contract.ChatCompletionRequest {}
/** A chat completion call whose reply comes whole. */
export interface PlainChatCompletionRequest extends ChatCompletionRequest {
  stream?: false | null;
}
/** A chat completion call whose reply comes as a stream. */
export interface StreamingChatCompletionRequest extends ChatCompletionRequest {
  stream: true;
}
/** A message of a conversation, told apart by its `role`. */
export type ChatMessage = Contract.ChatMessage;
/** A function that the model may call. */
export type ChatTool = NonNullable<ChatCompletionRequest["tools"]>[number];

/** The reply to a conversation. */
export interface ChatCompletion extends Contract.ChatCompletion {}
type Choice = ChatCompletion["choices"][number];
/** The only choice of a reply. */
export interface ChatCompletionChoice extends Choice {}
type Message = ChatCompletionChoice["message"];
/** What the assistant says; send it back as it came to go on with the conversation. */
export interface ChatCompletionMessage extends Message {}
/** A call of one of your functions. */
export type ChatToolCall = NonNullable<ChatCompletionMessage["tool_calls"]>[number];
/** The tokens that a request used. */
export interface ChatUsage extends Contract.ChatUsage {}

/** A piece of a streamed reply. */
export interface ChatCompletionChunk extends Contract.ChatCompletionChunk {}

/** What the chunks of a stream add up to. */
export interface StreamedChatCompletion extends Omit<ChatCompletion, "choices" | "usage"> {
  choices: StreamedChatCompletionChoice[];
  /** Only where `stream_options: { include_usage: true }` asked for it. */
  usage?: ChatUsage;
}
/** The only choice of a streamed reply. */
export interface StreamedChatCompletionChoice extends Omit<ChatCompletionChoice, "finish_reason"> {
  /** Null where the stream did not say why the reply ended. */
  finish_reason: ChatCompletionChoice["finish_reason"] | null;
}

/** A model or public bot, what it can do and what it costs. */
export interface Model extends Contract.Model {}
/** All models and public bots. */
export interface ModelList extends Contract.ModelList {}
