import type { Exchange, ExchangePlan, Missing } from "../exchange.js";
import { couldBeDear } from "./spending-guard.js";

const mostAtOnce = 4;

/** Calls that are refused sooner are made one at a time. */
const slowMs = 150;

/** Statuses of a refusal that is about the moment, or about how many calls come at once. */
const forTheMoment = [429, 503];

export interface Beside {
  /** A call that was sent just before: what is refused meanwhile is asked for again when that is over. */
  other?: Promise<unknown>;
  onSent?: () => void;
}

/** True for a call that may be made at any time: it is to be refused, nothing is counted around it, and it is made once. */
const isIndependent = (plan: ExchangePlan) =>
  !plan.isValid &&
  plan.isBilled === undefined &&
  plan.allow === undefined &&
  plan.repeat === undefined &&
  plan.besides === undefined &&
  plan.takesRefusal === undefined &&
  !couldBeDear(plan);

/**
 * True for a call that may be made beside others: an independent one that has all it needs, where the quickest refusal of
 * its operation is slow.
 */
export function mayCallAhead(plan: ExchangePlan, finished: ReadonlyMap<string, Exchange>): boolean {
  if (!isIndependent(plan) || !(plan.needs ?? []).every((id) => finished.has(id))) return false;
  const alike = [...finished.values()].filter((each) => !each.plan.isValid && operationOf(each) === plan.operationId);
  return alike.length > 0 && alike.every(({ requestMs = 0 }) => requestMs >= slowMs);
}

const operationOf = ({ plan }: Exchange) => plan.operationId;

/**
 * Makes calls a few at a time, each one begun when the one before it has been sent and counted. What is not refused as it
 * has to be ends it: the calls that are left are made one by one.
 */
export async function callAhead(
  plans: ExchangePlan[],
  call: (plan: ExchangePlan, onSent: () => void) => Promise<Exchange | Missing>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let isAsExpected = true;
  for (const plan of plans) {
    if (running.size >= mostAtOnce) await Promise.race(running);
    if (!isAsExpected) break;
    await new Promise<void>((onSent) => {
      const made = call(plan, onSent).then((result) => {
        isAsExpected &&= "outcome" in result || isRefused(result);
        running.delete(made);
        onSent();
      });
      running.add(made);
    });
  }
  await Promise.all(running);
}

function isRefused({ reply, attempts = [] }: Exchange): boolean {
  const status = reply?.status ?? 0;
  return attempts.length <= 1 && status >= 400 && status < 500 && !forTheMoment.includes(status);
}
