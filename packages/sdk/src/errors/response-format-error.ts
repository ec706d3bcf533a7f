import type { Exchange } from "../call/exchange.js";
import { excerptOf } from "../call/response-body.js";
import { type Processed, ResponseFormatError } from "./model-access-error.js";

/** The error for an answer that the contract does not know. `what` follows the operation's name; `text` is what came. */
export function responseFormatError({
  exchange,
  what,
  text,
  mayHaveBeenProcessed = "yes",
}: {
  exchange: Exchange;
  what: string;
  text: string;
  mayHaveBeenProcessed?: Processed;
}): ResponseFormatError {
  const { operation, response, requestId, keyring } = exchange;
  return new ResponseFormatError(`${operation} answered ${response.status} ${what}`, {
    status: response.status,
    requestId,
    mayHaveBeenProcessed,
    excerpt: excerptOf(keyring.redact(text)),
  });
}
