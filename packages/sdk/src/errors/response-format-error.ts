import type { Call } from "../call/call.js";
import { excerptOf } from "../call/response-body.js";
import { type ResponseFormatDetails, ResponseFormatError } from "./model-access-error.js";

const maxRedactedLength = 10_000;

/** The error for an answer that the contract does not know. `what` follows the operation's name; `text` is what came. */
export function responseFormatError({
  call,
  what,
  text = "",
  ...more
}: {
  call: Call;
  what: string;
  text?: string | undefined;
} & Omit<ResponseFormatDetails, "excerpt">): ResponseFormatError {
  const { operation, response, redactor, details } = call;
  return new ResponseFormatError(`${operation} answered ${response.status} ${what}`, {
    ...details,
    ...more,
    // Longer than an excerpt, so that a key at its end is taken out whole.
    excerpt: excerptOf(redactor.text(text.slice(0, maxRedactedLength))),
  });
}
