export type { MaybeOptionalInit, ParseAsResponse } from "openapi-fetch";
export {
  type BotAnswer,
  BotError,
  type BotQuery,
  type BotReply,
  type BotResponseInput,
  BotStream,
  type Bots,
  getBotResponse,
} from "./bots/index.js";
export type { CallEnd, CallEndListener, CallUsage } from "./call/call-end.js";
export type { PendingCall, WithResponse } from "./call/reply.js";
export { ChatCompletionStream, type ChatCompletions } from "./chat/index.js";
export type { Clock } from "./deadlines/clock.js";
export type { DeadlinePhase, Timeouts } from "./deadlines/deadlines.js";
export {
  AbortError,
  ConnectionError,
  ModelAccessError,
  OptionError,
  type Processed,
  ResponseFormatError,
  StreamError,
  StreamIncompleteError,
  TimeoutError,
} from "./errors/model-access-error.js";
export {
  BadRequestError,
  InsufficientPointsError,
  InternalError,
  InvalidKeyError,
  InvalidParameterError,
  MissingParameterError,
  ModelNotFoundError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  StatusError,
  UnavailableError,
} from "./errors/status-error.js";
export {
  type Files,
  type UploadedAttachment,
  type UploadFileInput,
  type UploadInput,
  uploadFile,
} from "./files/index.js";
export type { components, operations, paths } from "./generated/openapi.js";
export { type MessageOptions, MessageStream, type Messages } from "./messages/index.js";
export { ModelAccess } from "./model-access.js";
export type { Models } from "./models/index.js";
export { resolveBaseURL } from "./options/base-url.js";
export type { CallOptions } from "./options/call-options.js";
export type { HeaderOptions, KeyHeader, NoParams } from "./options/check-options.js";
export type { ClientOptions } from "./options/client-options.js";
export type { InitArguments, RawAnswer, RawClient, RawMethod } from "./raw/raw-client.js";
export { ResponseStream, type Responses } from "./responses/index.js";
export type { Fetch } from "./transport/attempt.js";
export type { ApiKey } from "./transport/keyring.js";
export type { Logger, LogLevel } from "./transport/logger.js";
export type { AttemptRequest, AttemptResponse, Middleware } from "./transport/middleware.js";
export type { Retry, RetryReason } from "./transport/send.js";
export type {
  Attachment,
  Balance,
  BotMetaEvent,
  ChatCompletion,
  ChatCompletionChoice,
  ChatCompletionChunk,
  ChatCompletionChunkChoice,
  ChatCompletionDelta,
  ChatCompletionMessage,
  ChatCompletionRequest,
  ChatFunctionToolCall,
  ChatLogprobs,
  ChatMessage,
  ChatMessageOfAnyRole,
  ChatTool,
  ChatToolCall,
  ChatToolCallDelta,
  ChatUsage,
  ErrorResponse,
  Message,
  MessageContentBlock,
  MessageParam,
  MessageRequest,
  MessageStreamEvent,
  MessageTool,
  MessageUsage,
  Model,
  ModelArchitecture,
  ModelList,
  ModelPricing,
  PartialResponse,
  PlainChatCompletionRequest,
  PlainMessageRequest,
  PlainResponseRequest,
  PointsHistory,
  PointsHistoryEntry,
  ProtocolMessage,
  ProtocolToolCall,
  ProtocolToolDefinition,
  ProtocolToolResult,
  ResponseError,
  ResponseOutputItem,
  ResponseRequest,
  ResponseResource,
  ResponseStreamEvent,
  ResponseUsage,
  StreamedChatCompletion,
  StreamedChatCompletionChoice,
  StreamedMessage,
  StreamedMessageContentBlock,
  StreamedToolUseBlock,
  StreamingChatCompletionRequest,
  StreamingMessageRequest,
  StreamingResponseRequest,
  Video,
  VideoCreateRequest,
  VideoExtendRequest,
  VideoRemixRequest,
} from "./types.js";
export type { PointsHistoryPages, PointsHistoryQuery, Usage } from "./usage/index.js";
export { version } from "./version.js";
export {
  type ContentParams,
  type VideoCreateInput,
  VideoFailedError,
  type Videos,
  type VideoVariant,
  type WaitParams,
} from "./videos/index.js";

// The types of a raw call refer to these, so declarations of programs have to name them.
