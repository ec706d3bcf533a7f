import type * as Contract from "./generated/openapi.js";

// Interfaces where the contract has objects: editors then show these names instead of all that is in them.

/** The body of a chat completion call. */
export interface ChatCompletionRequest extends Contract.ChatCompletionRequest {}
/** A chat completion call whose reply comes whole. */
export interface PlainChatCompletionRequest extends ChatCompletionRequest {
  /** Absent or false: the reply comes whole. */
  stream?: false | null;
}
/** A chat completion call whose reply comes as a stream. */
export interface StreamingChatCompletionRequest extends ChatCompletionRequest {
  /** The reply comes as events. */
  stream: true;
}
/** A message of a conversation, told apart by its `role`. */
export type ChatMessage = Contract.ChatMessage;
/** A function that the model may call. */
export type ChatTool = NonNullable<ChatCompletionRequest["tools"]>[number];

/** The reply to a conversation. */
export interface ChatCompletion extends Contract.ChatCompletion {
  /** One choice. */
  choices: ChatCompletionChoice[];
}
type Choice = Contract.ChatCompletion["choices"][number];
/** The only choice of a reply. */
export interface ChatCompletionChoice extends Choice {
  /** What the assistant says. */
  message: ChatCompletionMessage;
}
type AssistantMessage = Choice["message"];
/** What the assistant says; send it back as it came to go on with the conversation. */
export interface ChatCompletionMessage extends AssistantMessage {}
/** A call of one of your functions. */
export type ChatToolCall = NonNullable<ChatCompletionMessage["tool_calls"]>[number];
/** The tokens that a request used. */
export interface ChatUsage extends Contract.ChatUsage {}

/** A piece of a streamed reply. */
export interface ChatCompletionChunk extends Contract.ChatCompletionChunk {}

/** What the chunks of a stream add up to. */
export interface StreamedChatCompletion extends Omit<ChatCompletion, "choices" | "usage"> {
  /** One choice, as in a reply that comes whole. */
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

/** The body of a messages call. */
export interface MessageRequest extends Contract.MessageRequest {}
/** A messages call whose reply comes whole. */
export interface PlainMessageRequest extends MessageRequest {
  /** Absent or false: the reply comes whole. */
  stream?: false;
}
/** A messages call whose reply comes as a stream. */
export interface StreamingMessageRequest extends MessageRequest {
  /** The reply comes as events. */
  stream: true;
}
/** A message of a conversation in the messages interface. */
export interface MessageParam extends Contract.MessageParam {}
/** A tool that the model may use. */
export type MessageTool = Contract.MessageTool;
/** The reply in the messages interface. */
export interface Message extends Contract.Message {}
/** A piece of a reply, told apart by its `type`. */
export type MessageContentBlock = Contract.MessageContentBlock;
/** An event of a streamed message, told apart by its `type`. An error event is thrown. */
export type MessageStreamEvent = Exclude<Contract.MessageStreamEvent, Contract.MessageErrorEvent>;
/** What the events of a messages stream add up to. */
export interface StreamedMessage extends Omit<Message, "content"> {
  /** The blocks in order. */
  content: StreamedMessageContentBlock[];
}
/** A piece of a streamed reply. */
export type StreamedMessageContentBlock = Exclude<MessageContentBlock, ToolUseBlock> | StreamedToolUseBlock;
type ToolUseBlock = Contract.MessageToolUseBlock;
/** The use of a tool in a streamed reply. */
export interface StreamedToolUseBlock extends ToolUseBlock {
  /** The JSON of the input as far as it came, where it was cut; `input` is empty then. */
  partial_json?: string;
}

/** The body of a responses call. */
export interface ResponseRequest extends Contract.ResponseRequest {}
/** A responses call whose reply comes whole. */
export interface PlainResponseRequest extends ResponseRequest {
  /** Absent or false: the reply comes whole. */
  stream?: false | null;
}
/** A responses call whose reply comes as a stream. */
export interface StreamingResponseRequest extends ResponseRequest {
  /** The reply comes as events. */
  stream: true;
}
type Resource = Contract.ResponseResource;
/** The reply in the responses interface. */
export interface ResponseResource extends Resource {
  /** All text of the reply in one piece. It is not on the wire; this package computes it. */
  output_text: string;
}
/** An item of a response, told apart by its `type`. */
export type ResponseOutputItem = Contract.ResponseOutputItem;
/** An event of a streamed response, told apart by its `type`. An error event is thrown. */
export type ResponseStreamEvent = Exclude<Contract.ResponseStreamEvent, Contract.ResponseErrorEvent>;

/** A message of the native protocol. */
export interface ProtocolMessage extends Contract.ProtocolMessage {}
/** A function that a bot may call. */
export interface ProtocolToolDefinition extends Contract.ProtocolToolDefinition {}
/** A call of one of your functions, whole. */
export interface ProtocolToolCall extends Contract.ProtocolToolCall {}
/** What a function of yours gave. */
export interface ProtocolToolResult extends Contract.ProtocolToolResult {}
/** A file that goes with a message or came with an answer. */
export interface Attachment extends Contract.Attachment {}
/** A piece of a bot's answer. */
export interface PartialResponse extends Contract.PartialResponse {}
/** The first event of a bot's answer, which says how to read it. */
export interface BotMetaEvent extends Contract.BotMetaEvent {}

/** A video and how far it is. */
export interface Video extends Contract.Video {}
/** The body of a call that makes a video. */
export interface VideoCreateRequest extends Contract.VideoCreateRequest {}
/** The body of a call that continues a video. */
export interface VideoExtendRequest extends Contract.VideoExtendRequest {}
/** The body of a call that makes a video after another. */
export interface VideoRemixRequest extends Contract.VideoRemixRequest {}

/** The points of the account. */
export interface Balance extends Contract.Balance {}
/** What one request cost. */
export interface PointsHistoryEntry extends Contract.PointsHistoryEntry {}
/** A page of the points history, newest first. */
export interface PointsHistory extends Contract.PointsHistory {}
