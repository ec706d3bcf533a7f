export type { ApiKey } from "./api-key.js";
export { resolveBaseURL } from "./base-url.js";
export type { CallOptions } from "./call.js";
export { ChatCompletionStream } from "./chat/chat-completion-stream.js";
export type { ChatCompletions } from "./chat/chat-completions.js";
export { ModelAccess } from "./client.js";
export type { ClientOptions } from "./client-options.js";
export {
  AbortError,
  ConnectionError,
  ModelAccessError,
  OptionError,
  ResponseFormatError,
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
export { StreamError, StreamIncompleteError } from "./errors/stream-error.js";
export type { components, operations, paths } from "./generated/openapi.js";
export type { Models } from "./models.js";
export type { RawClient } from "./raw-client.js";
export type { Fetch } from "./send.js";
export type {
  ChatCompletion,
  ChatCompletionChoice,
  ChatCompletionChunk,
  ChatCompletionMessage,
  ChatCompletionRequest,
  ChatMessage,
  ChatTool,
  ChatToolCall,
  ChatUsage,
  Model,
  ModelList,
  PlainChatCompletionRequest,
  StreamedChatCompletion,
  StreamedChatCompletionChoice,
  StreamingChatCompletionRequest,
} from "./types.js";
export { version } from "./version.js";
