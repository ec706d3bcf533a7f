import { StreamError, type StreamErrorDetails } from "../errors/stream-error.js";
import { streamError } from "../errors/stream-failure.js";
import type { ReadEvent } from "../stream/dialect.js";
import { type Fields, textIn } from "../stream/json-fields.js";

/** The bot ended its answer with an error. `type` is the kind of error, where the bot names it. */
export class BotError extends StreamError {
  /** True if the same query may be tried again. */
  readonly allowRetry: boolean;

  constructor(message: string, { allowRetry, ...details }: StreamErrorDetails & { allowRetry: boolean }) {
    super(message, details);
    this.allowRetry = allowRetry;
  }

  override get name(): string {
    return "BotError";
  }
}

/** Reads an error event. A bot that does not say otherwise may be asked again. */
export function botErrorOf({ text, error_type, allow_retry }: Fields): ReadEvent<never> {
  const allowRetry = allow_retry !== false;
  return {
    kind: "error",
    error: {
      message: textIn(text) || "no message",
      type: textIn(error_type),
    },
    toError(call, failure) {
      const { message, ...details } = streamError(call, failure);
      return new BotError(message, { ...details, partial: failure.partial, allowRetry });
    },
  };
}
