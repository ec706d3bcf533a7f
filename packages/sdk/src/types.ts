import type * as Contract from "./generated/openapi.js";

// What is declared below stands in place of the contract's type of that name, or says what the contract can't.
export type * from "./generated/openapi.js";

/** A chat completion call whose reply comes whole. */
export interface PlainChatCompletionRequest extends Contract.ChatCompletionRequest {
  /** Absent or false: the reply comes whole. */
  stream?: false | null;
}
/** A chat completion call whose reply comes as a stream. */
export interface StreamingChatCompletionRequest extends Contract.ChatCompletionRequest {
  /** The reply comes as events. */
  stream: true;
}
/** The completion that the chunks of a stream add up to. */
export interface StreamedChatCompletion extends Omit<Contract.ChatCompletion, "choices" | "usage"> {
  /** One choice, as in a reply that comes whole. */
  choices: StreamedChatCompletionChoice[];
  /** Only where `stream_options: { include_usage: true }` asked for it. */
  usage?: Contract.ChatUsage;
}
/** The only choice of a streamed reply. */
export interface StreamedChatCompletionChoice extends Omit<Contract.ChatCompletionChoice, "finish_reason"> {
  /** Null where the stream did not say why the reply ended. */
  finish_reason: Contract.ChatFinishReason | null;
}

/** A messages call whose reply comes whole. */
export interface PlainMessageRequest extends Contract.MessageRequest {
  /** Absent or false: the reply comes whole. */
  stream?: false;
}
/** A messages call whose reply comes as a stream. */
export interface StreamingMessageRequest extends Contract.MessageRequest {
  /** The reply comes as events. */
  stream: true;
}
/** An event of a streamed message, told apart by its `type`. An error event is thrown. */
export type MessageStreamEvent = Exclude<Contract.MessageStreamEvent, Contract.MessageErrorEvent>;
/** The message that the events of a messages stream add up to. */
export interface StreamedMessage extends Omit<Contract.Message, "content"> {
  /** The blocks in order. */
  content: StreamedMessageContentBlock[];
}
/** A piece of a streamed reply. */
export type StreamedMessageContentBlock =
  | Exclude<Contract.MessageContentBlock, Contract.MessageToolUseBlock>
  | StreamedToolUseBlock;
/** The use of a tool in a streamed reply. */
export interface StreamedToolUseBlock extends Contract.MessageToolUseBlock {
  /** The start of the input's JSON if it was cut; `input` is empty then. */
  partial_json?: string;
}

/** A responses call whose reply comes whole. */
export interface PlainResponseRequest extends Contract.ResponseRequest {
  /** Absent or false: the reply comes whole. */
  stream?: false | null;
}
/** A responses call whose reply comes as a stream. */
export interface StreamingResponseRequest extends Contract.ResponseRequest {
  /** The reply comes as events. */
  stream: true;
}
/** The reply in the responses interface. */
export interface ResponseResource extends Contract.ResponseResource {
  /** All text of the reply in one piece: the value that was sent, else joined from `output` (R4.9). */
  output_text: string;
}
/** An event of a streamed response, told apart by its `type`. An error event is thrown. */
export type ResponseStreamEvent = Exclude<Contract.ResponseStreamEvent, Contract.ResponseErrorEvent>;
