import { type ErrorDetails, ModelAccessError } from "./model-access-error.js";

/** What {@link StreamError} and {@link StreamIncompleteError} know beside the rest. */
export interface StreamErrorDetails<Partial = unknown> extends ErrorDetails {
  partial: Partial | undefined;
}

/** What both failures of a stream have. */
class FailedStream<Partial> extends ModelAccessError {
  readonly #partial: Partial | undefined;

  constructor(message: string, { partial, ...details }: StreamErrorDetails<Partial>) {
    // A stream is the answer to a request that was taken.
    super(message, { mayHaveBeenProcessed: "yes", ...details });
    this.#partial = partial;
  }

  /** What had come before; absent when nothing had. It is not printed with the error. */
  get partial(): Partial | undefined {
    return this.#partial;
  }
}

/** The service reported an error in the middle of a stream, after status 200 (R6.2). */
export class StreamError<Partial = unknown> extends FailedStream<Partial> {
  override get name(): string {
    return "StreamError";
  }
}

/** A stream ended before its end marker. `cause` is what the connection died of, where it did not end cleanly. */
export class StreamIncompleteError<Partial = unknown> extends FailedStream<Partial> {
  override get name(): string {
    return "StreamIncompleteError";
  }
}
