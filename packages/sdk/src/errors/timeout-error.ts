import type { DeadlinePhase } from "../deadlines.js";
import type { Exchange } from "../exchange.js";
import { type ErrorDetails, ModelAccessError } from "./model-access-error.js";

/** What {@link TimeoutError} knows beside the rest. */
export interface TimeoutErrorDetails extends ErrorDetails {
  phase: DeadlinePhase;
  timeoutMs: number;
}

/** A deadline of the call passed, one of `timeouts` or one that the platform's `fetch` has of its own. */
export class TimeoutError extends ModelAccessError {
  /** The deadline that passed, by its name in `timeouts`. */
  readonly phase: DeadlinePhase;
  readonly timeoutMs: number;
  /** What a stream had brought before; absent where nothing had. It is not printed with the error. */
  declare readonly partial?: unknown;

  constructor(message: string, { phase, timeoutMs, ...details }: TimeoutErrorDetails) {
    super(message, details);
    this.phase = phase;
    this.timeoutMs = timeoutMs;
  }

  override get name(): string {
    return "TimeoutError";
  }
}

const whatByPhase: Record<DeadlinePhase, string> = {
  headers: "got no answer within",
  firstContent: "brought no content after its headers within",
  betweenContents: "brought no more content within",
  total: "was not done within",
};

/** The error for a deadline that passed. Without an exchange nothing was sent. */
export function timeoutError({
  exchange,
  phase,
  timeoutMs,
}: {
  exchange: Exchange | undefined;
  phase: DeadlinePhase;
  timeoutMs: number;
}): TimeoutError {
  return new TimeoutError(
    `${exchange?.operation ?? "The call"} ${whatByPhase[phase]} ${timeoutMs / 1000} s; raise timeouts.${phase} if that is too soon`,
    {
      phase,
      timeoutMs,
      status: exchange?.answer?.status,
      requestId: exchange?.requestId,
      mayHaveBeenProcessed: exchange?.mayHaveBeenProcessed,
    },
  );
}
