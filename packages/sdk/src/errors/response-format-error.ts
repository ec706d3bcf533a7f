import type { Call } from "../call/call.js";
import { type ResponseFormatDetails, ResponseFormatError } from "./model-access-error.js";

interface FormatFailure extends Omit<ResponseFormatDetails, "excerpt"> {
  /** It follows the operation's name and the status. */
  what: string;
  /** What came. */
  text?: string | undefined;
}

const excerptLength = 200;
// Longer than an excerpt, so that a key at its end is taken out whole.
const maxRedactedLength = 10_000;

/** The error for an answer that the contract does not know. */
export function responseFormatError(call: Call, { what, text = "", ...more }: FormatFailure): ResponseFormatError {
  const { operation, response, redactor, details } = call;
  const excerpt = redactor.text(text.slice(0, maxRedactedLength)).slice(0, excerptLength);
  return new ResponseFormatError(`${operation} answered ${response.status} ${what}`, { ...details, ...more, excerpt });
}
