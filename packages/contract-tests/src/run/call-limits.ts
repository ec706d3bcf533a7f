import type { ExchangePlan, Missing } from "../exchange.js";
import { areaOf } from "../rule.js";

/** The most calls that a run bills; the report says what this leaves out. */
export const mostBilled = 18;

/** The most further calls that may be billed because a deployment answers what it should refuse. */
export const mostAccepted = 10;

/** The most calls of a run; those with a late priority are left out first. */
export const mostCalls = 150;

/** The calls that are kept for the end: those of the area `service` with their repeats, and a look at the balance. */
const keptCalls = 10;

export const leftToBill = (billedCalls: number): number => mostBilled - billedCalls;

/**
 * Returns the reason why a run that has made so many calls has none left for this one; undefined where it has. With `all`
 * only what is billed is limited.
 */
export function whyOverCallLimit(
  { id, isBilled, priority = 0, besides, allow }: ExchangePlan,
  made: { calls: number; billedCalls: number; acceptedCalls?: number; isUnsafe?: boolean; all?: boolean },
): Missing | undefined {
  const beside = besides === undefined ? 0 : 1;
  const isLate = priority > 0;
  const { acceptedCalls = 0 } = made;
  const over = (why: string, needs = `--only ${isLate ? id : areaOf(id)}`): Missing => ({
    outcome: "skip",
    reason: `Not called: ${why}.`,
    needs,
  });
  // What is accepted where it has to be refused is billed too, but leaves the valid calls theirs.
  if (isBilled && allow === undefined && made.billedCalls - acceptedCalls + beside >= mostBilled)
    return over(`the limit of ${mostBilled} billed calls was reached`);
  if (made.isUnsafe && acceptedCalls >= mostAccepted)
    return over(`the service has billed ${mostAccepted} calls that it should refuse`);
  if (isLate && !made.all && made.calls + beside + keptCalls >= mostCalls)
    return over(`the limit of ${mostCalls} calls was reached`, "--all");
  return undefined;
}

/** The limits that a caller sets. */
export interface Budget {
  /** The most points, by the account's balance. */
  maxPoints?: number;
  maxCalls?: number;
  maxSeconds?: number;
}

/** Returns the reason why the next call may not be made. Without points, the balance can't be read. */
export function whyOverBudget(
  { maxPoints, maxCalls, maxSeconds }: Budget,
  { calls, seconds, points }: { calls: number; seconds: number; points: number | undefined },
): string | undefined {
  if (maxCalls !== undefined && calls >= maxCalls) return `the limit of ${maxCalls} calls was reached`;
  if (maxSeconds !== undefined && seconds >= maxSeconds) return `the limit of ${maxSeconds} s was reached`;
  if (maxPoints !== undefined && points !== undefined && points >= maxPoints)
    return `the limit of ${maxPoints} points was reached`;
  return undefined;
}
