import { type ErrorDetails, ModelAccessError } from "./model-access-error.js";

/** The further details of a {@link StreamError} and a {@link StreamIncompleteError}. */
export interface StreamErrorDetails<Partial = unknown> extends ErrorDetails {
  partial: Partial | undefined;
}

/** The part that both failures of a stream share. */
class FailedStream<Partial> extends ModelAccessError {
  readonly #partial: Partial | undefined;

  constructor(message: string, { partial, ...details }: StreamErrorDetails<Partial>) {
    // A stream is the answer to a request that was taken.
    super(message, { mayHaveBeenProcessed: "yes", ...details });
    this.#partial = partial;
  }

  /** The reply so far; absent if nothing had arrived. It is not printed with the error. */
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

/** A stream ended before its end marker. `cause` is the failure of the connection, if it did not end cleanly. */
export class StreamIncompleteError<Partial = unknown> extends FailedStream<Partial> {
  override get name(): string {
    return "StreamIncompleteError";
  }
}
