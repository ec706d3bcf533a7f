import { ModelAccessError, type Processed } from "../errors/model-access-error.js";
import type { Estimate } from "./estimate-request.js";

interface Refusal {
  /** Method and path. */
  operation: string;
  /** 1 for the first. */
  attempt: number;
  estimate: Estimate;
  remainingPoints: number;
  reservedPoints: number;
  /** What became of the earlier attempts. */
  mayHaveBeenProcessed: Processed;
}

/** A spend guard refused an attempt, which was not sent. Where it was a retry, an earlier attempt may have been charged. */
export class SpendLimitError extends ModelAccessError {
  /** What the attempt may cost, and what that rests on. */
  readonly estimate: Estimate;
  /** What was left of the guard's points, without those that are reserved. */
  readonly remainingPoints: number;
  /** What was reserved; some of it may be free again when calls under way have ended. */
  readonly reservedPoints: number;

  constructor({ operation, attempt, estimate, remainingPoints, reservedPoints, mayHaveBeenProcessed }: Refusal) {
    const { points, restsOn } = estimate;
    const reserved = reservedPoints > 0 ? ` beside ${reservedPoints} that are reserved` : "";
    const reason =
      points === "unknown"
        ? `what it costs is unknown, because ${restsOn}; allow it with allowUnknown: true`
        : `it may cost ${points} points and ${remainingPoints} are left${reserved}, by ${restsOn}; raise maxPoints, or lower max_tokens`;
    super(`${operation} was not sent${attempt > 1 ? " again" : ""}: ${reason}`, { mayHaveBeenProcessed });
    this.estimate = estimate;
    this.remainingPoints = remainingPoints;
    this.reservedPoints = reservedPoints;
  }

  override get name(): string {
    return "SpendLimitError";
  }
}
