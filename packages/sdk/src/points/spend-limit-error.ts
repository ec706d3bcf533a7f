import { ModelAccessError, type Processed } from "../errors/model-access-error.js";
import type { Estimate } from "./estimate-request.js";

interface Refusal {
  /** Method and path. */
  operation: string;
  attempt: number;
  estimate: Estimate;
  remainingPoints: number;
  reservedPoints: number;
  mayHaveBeenProcessed: Processed;
}

/**
 * A spend guard refused an attempt, which was not sent. Where it was a retry, an earlier attempt may have been charged.
 */
export class SpendLimitError extends ModelAccessError {
  static override readonly sdkErrorName: string = "SpendLimitError";
  /** The points that the attempt may cost, and the basis of that figure. */
  declare readonly estimate: Estimate;
  /** The points the guard had left, without the reserved ones. */
  declare readonly remainingPoints: number;
  /** The points that were reserved; some may be free again when calls under way have ended. */
  declare readonly reservedPoints: number;

  constructor({ operation, attempt, estimate, remainingPoints, reservedPoints, mayHaveBeenProcessed }: Refusal) {
    const { points, restsOn } = estimate;
    const reserved = reservedPoints > 0 ? ` beside ${reservedPoints} that are reserved` : "";
    const reason =
      points === "unknown"
        ? `its cost is unknown, because ${restsOn}; allow it with allowUnknown: true`
        : `it may cost ${points} points and ${remainingPoints} are left${reserved}, by ${restsOn}; raise maxPoints, or lower max_tokens`;
    const details = { mayHaveBeenProcessed, estimate, remainingPoints, reservedPoints };
    super(`${operation} was not sent${attempt > 1 ? " again" : ""}: ${reason}`, details);
  }
}
