import type { Call } from "../call/call.js";
import { parsedOrText } from "../call/response-body.js";
import { isFields } from "../stream/json-fields.js";
import { callError } from "./call-error.js";
import { clauseOf, errorObjectOf } from "./error-object.js";
import { type ResponseFormatDetails, ResponseFormatError } from "./model-access-error.js";

interface FormatFailure extends Omit<ResponseFormatDetails, "excerpt"> {
  /** It follows the operation's name and the status. */
  what: string;
  /** The text that came. */
  text?: string | undefined;
}

const excerptLength = 200;
// Longer than an excerpt, so that a key at its end is taken out whole.
const maxRedactedLength = 10_000;

/** The error for an answer that the contract does not know. */
export function responseFormatError(call: Call, { what, text = "", ...more }: FormatFailure): ResponseFormatError {
  const excerpt = call.redactor.start(text.slice(0, maxRedactedLength)).slice(0, excerptLength);
  return callError(call, ResponseFormatError, `answered ${call.response.status} ${what}`, { ...more, excerpt });
}

/**
 * The same for a whole body. Some gateways refuse with status 200, and what they say counts more than what it is not.
 */
export function bodyFormatError(call: Call, failure: FormatFailure & { text: string }): ResponseFormatError {
  const { text } = failure;
  const value = parsedOrText(text);
  const said = isFields(value) && value.error != null ? errorObjectOf(value) : undefined;
  if (said === undefined) return responseFormatError(call, failure);
  const { message, type, code } = call.redactor.texts(said);
  const sentence = `with an error object${type ? `, ${type}` : ""}: ${clauseOf(message)}`;
  return responseFormatError(call, { what: sentence, text, type, code });
}
