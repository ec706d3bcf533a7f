import type { Exchange } from "../call/exchange.js";
import { excerptOf } from "../call/response-body.js";
import { ResponseFormatError } from "./model-access-error.js";

/** The error for an answer that the contract does not know. `what` follows the operation's name; `text` is what came. */
export function responseFormatError({
  exchange,
  what,
  text,
}: {
  exchange: Exchange;
  what: string;
  text: string;
}): ResponseFormatError {
  const { operation, response, keyring, details } = exchange;
  return new ResponseFormatError(`${operation} answered ${response.status} ${what}`, {
    ...details,
    excerpt: excerptOf(keyring.redact(text)),
  });
}
