import type { ExchangePlan, Missing } from "../exchange.js";
import { areaOf } from "../rule.js";

/** A default run bills no more calls: one more is left out, and said. */
export const mostBilled = 15;

/** Where a deployment answers what it has to refuse, no more such calls than this are billed besides. */
export const mostAccepted = 10;

/** What comes last is made as long as the run makes no more calls than this. */
export const mostCalls = 150;

/** What a run makes after all that: the calls of the area `service` with their repeats, and a look at the balance. */
const keptCalls = 9;

/** How many calls a run may still bill. */
export const leftToBill = (billedCalls: number): number => mostBilled - billedCalls;

/**
 * Why a run that has made so many calls has none left for this one, and how it is made; undefined where it has. With `all`
 * only what is billed is limited.
 */
export function whyOverCallLimit(
  { id, isBilled, priority = 0, besides, allow }: ExchangePlan,
  made: { calls: number; billedCalls: number; acceptedCalls?: number; isUnsafe?: boolean; all?: boolean },
): Missing | undefined {
  const beside = besides === undefined ? 0 : 1;
  const isLate = priority > 0;
  const needs = `--only ${isLate ? id : areaOf(id)}`;
  const { acceptedCalls = 0 } = made;
  // What is accepted where it has to be refused is billed too, but leaves the valid calls theirs.
  if (isBilled && allow === undefined && made.billedCalls - acceptedCalls + beside >= mostBilled)
    return { outcome: "skip", reason: `Not called: the run has billed its ${mostBilled} calls.`, needs };
  if (made.isUnsafe && acceptedCalls >= mostAccepted)
    return { outcome: "skip", reason: `Not called: ${mostAccepted} calls were billed that had to be refused.`, needs };
  if (isLate && !made.all && made.calls + beside + keptCalls >= mostCalls)
    return {
      outcome: "skip",
      reason: `Not called: the run has made what it may of ${mostCalls} calls.`,
      needs: "--all",
    };
  return undefined;
}
