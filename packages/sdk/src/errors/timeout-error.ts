import type { Call } from "../call/call.js";
import type { DeadlinePhase } from "../deadlines/deadlines.js";
import { callError } from "./call-error.js";
import { type ErrorDetails, ModelAccessError } from "./model-access-error.js";

/** The further details of a {@link TimeoutError}. */
export interface TimeoutErrorDetails extends ErrorDetails {
  phase: DeadlinePhase;
  timeoutMs: number;
  /** The signal of the call, which the deadline aborted. */
  signal?: AbortSignal | undefined;
}

/** A deadline of the call passed, one of `timeouts` or one of the platform's `fetch`. */
export class TimeoutError extends ModelAccessError {
  /** The deadline that passed, by its name in `timeouts`. */
  declare readonly phase: DeadlinePhase;
  /** The length of the deadline, in milliseconds. */
  declare readonly timeoutMs: number;
  /** The reply so far; absent if nothing had arrived. It is not printed with the error. */
  declare readonly partial?: unknown;
  readonly #signal: AbortSignal | undefined;

  constructor(message: string, { signal, ...details }: TimeoutErrorDetails) {
    super(message, details);
    this.#signal = signal;
  }

  /** True if this deadline aborted the signal. A caller may end other calls with the same error as their reason. */
  hasEnded(signal: AbortSignal): boolean {
    return this.#signal === signal;
  }

  override get name(): string {
    return "TimeoutError";
  }
}

const whatByPhase: Record<DeadlinePhase, string> = {
  headers: "got no answer within",
  firstContent: "brought no content after its headers within",
  betweenContents: "brought no more content within",
  total: "did not finish within",
};

/** The error for a deadline that passed. */
export function timeoutError(call: Call, deadline: Pick<TimeoutErrorDetails, "phase" | "timeoutMs">): TimeoutError {
  const { phase, timeoutMs } = deadline;
  const what = `${whatByPhase[phase]} ${timeoutMs / 1000} s; raise timeouts.${phase} if that is too soon`;
  return callError(call, TimeoutError, what, { ...deadline, signal: call.signal });
}
