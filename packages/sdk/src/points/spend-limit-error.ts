import { ModelAccessError } from "../errors/model-access-error.js";
import type { Estimate } from "./estimate-request.js";

interface Refusal {
  /** Method and path. */
  operation: string;
  /** 1 for the first. */
  attempt: number;
  estimate: Estimate;
  remainingPoints: number;
}

/** A spend guard refused an attempt, which was not sent. Where it was a retry, an earlier attempt may have been charged. */
export class SpendLimitError extends ModelAccessError {
  /** What the attempt may cost, and what that rests on. */
  readonly estimate: Estimate;
  /** What was left of the guard's points. */
  readonly remainingPoints: number;

  constructor({ operation, attempt, estimate, remainingPoints }: Refusal) {
    const { points, restsOn } = estimate;
    const reason =
      points === "unknown"
        ? `what it costs is unknown, because ${restsOn}; allow it with allowUnknown: true`
        : `it may cost ${points} points and ${remainingPoints} are left, by ${restsOn}; raise maxPoints, or lower max_tokens`;
    const isRetry = attempt > 1;
    super(`${operation} was not sent${isRetry ? " again" : ""}: ${reason}`, {
      mayHaveBeenProcessed: isRetry ? "maybe" : "no",
    });
    this.estimate = estimate;
    this.remainingPoints = remainingPoints;
  }

  override get name(): string {
    return "SpendLimitError";
  }
}
