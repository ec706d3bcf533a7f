export type {
  ChatResponseFormatJsonSchema,
  MessageOutputFormatJsonSchema,
  ResponseTextFormatJsonSchema,
} from "../types.js";
export {
  chatResponseFormat,
  type FormatOptions,
  type JSONSchema,
  type MessageFormatOptions,
  messageOutputFormat,
  responseTextFormat,
} from "./formats.js";
export { parseChatCompletion, parseMessage, parseResponse, parseText } from "./parse-reply.js";
export type { StandardSchema, ValidationIssue, ValidationResult } from "./standard-schema.js";
export {
  StructuredOutputError,
  type StructuredOutputIssue,
  type StructuredOutputReason,
} from "./structured-output-error.js";
