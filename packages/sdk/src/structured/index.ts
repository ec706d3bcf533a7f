export type {
  ChatResponseFormatJsonSchema,
  MessageOutputFormatJsonSchema,
  ResponseTextFormatJsonSchema,
} from "../types.js";
export {
  chatResponseFormat,
  type FormatOptions,
  type MessageFormatOptions,
  messageOutputFormat,
  responseTextFormat,
} from "./formats.js";
export type { JSONSchema } from "./json-schema-of.js";
export { parseChatCompletion, parseMessage, parseResponse } from "./parse-reply.js";
export { parseText } from "./parse-text.js";
export type { StandardSchema, ValidationIssue, ValidationResult } from "./standard-schema.js";
export {
  StructuredOutputError,
  type StructuredOutputIssue,
  type StructuredOutputReason,
} from "./structured-output-error.js";
