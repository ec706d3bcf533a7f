import { rule } from "../../checks/define-rule.js";
import type { Exchange } from "../../exchange.js";
import { balanceIn, costOf, entriesIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { balanceFirst, historyFirst, historySettled } from "../account/readings.js";
import {
  after,
  balanceAfter,
  balanceBefore,
  chat,
  first,
  historyAfter,
  historyBefore,
  message,
  models,
  ownHistory,
  ownHistoryAfter,
  refused,
  soon,
} from "./calls.js";

type Told<Name extends string> = Record<Name, Exchange | undefined>;

/** Others may use the key at the same time, so that no rule is a must. */
const about = { requirements: ["R7.9", "R8.4"], provenance: "stated", level: "should" } as const;

/** Rules that a call over the limit is not processed and costs nothing (R7.9, R8.4). */
export const unbilledRules: Rule[] = [
  rule("limit", "untouched", {
    ...about,
    sentence: "calls refused over the limit change neither the balance nor the history",
    reads: {
      ...{ balanceAfter, balanceBefore, historyBefore, historyAfter, first },
      ...{ refused, soon, chat, models, message },
      ...{ historyFirst, historySettled, balanceFirst },
    },
    takesMissing: true,
    after: "limit/refused",
    judge: (read) =>
      judgeUntouched(read, {
        refused: [read.refused, read.chat, read.models, read.message, read.soon].filter(isRefused).length,
        completions: [read.chat, read.message].filter(isRefused).length,
      }),
  }),
  rule(ownHistory, "", {
    ...about,
    sentence: "calls refused over the limit do not appear in the history of the key",
    reads: { later: ownHistoryAfter, earlier: ownHistory, callers: historyBefore },
    after: "limit/after",
    judge: judgeOwnHistory,
  }),
  rule("limit", "unbilled", {
    ...about,
    sentence: "calls refused over the limit cost no points",
    reads: { after, first, balanceAfter, historyAfter, historyFirst, balanceFirst },
    takesMissing: true,
    after: "limit/after",
    judge: (read) => {
      const [before, later, own] = [read.first, read.after, read.balanceAfter].map((each) => balanceIn(each?.reply));
      if (before === undefined || later === undefined)
        return { outcome: "blocked", reason: "The balance could not be read." };
      if (before === later) return pass;
      if (later === own && !hasUnexplainedFall(read))
        return { outcome: "inconclusive", reason: "A cost came late to the account, which is the caller's own." };
      return broken({
        message: `The balance went from ${before} to ${later} while nothing was answered but the balance.`,
        expected: String(before),
        actual: String(later),
        pointer: "/current_point_balance",
      });
    },
  }),
];

const isRefused = (exchange: Exchange | undefined) => exchange?.reply?.status === 429;

/** True where the balance fell by more than all entries cost: a late charge for an answered call has its entry. */
function hasUnexplainedFall(read: Told<"historyFirst" | "historyAfter" | "balanceFirst" | "balanceAfter">): boolean {
  const [whole, left] = [read.balanceFirst, read.balanceAfter].map((each) => balanceIn(each?.reply) ?? Number.NaN);
  const cost = costOf(newEntries(read.historyFirst?.reply, read.historyAfter?.reply));
  return (whole ?? Number.NaN) - (left ?? Number.NaN) > cost;
}

/** Compares what the key of a low limit sees of its own account before and after: it was used for nothing but reading. */
function judgeOwnHistory({ earlier, later, callers }: Record<"earlier" | "later" | "callers", Exchange>): Verdict {
  if (earlier.reply?.status !== 200 || later.reply?.status !== 200)
    return { outcome: "skip", reason: "The history could not be read with the key of a low limit." };
  const [known, own] = [idsIn(earlier.reply), idsIn(callers.reply)];
  if (known.length + own.length === 0 || own.some((id) => known.includes(id)))
    return { outcome: "skip", reason: "The key of a low limit is one of the caller's own account." };
  const fresh = newEntries(earlier.reply, later.reply);
  if (fresh.length === 0) return pass;
  return broken({
    message: `${fresh.length} entries came into the history of the key while it was refused, and only read.`,
    expected: "none",
    actual: String(fresh.length),
    pointer: "/data",
  });
}

/** Judges an account that the key of a low limit shares with the caller's own: refused calls have changed nothing in it. */
function judgeUntouched(
  read: Told<
    | "first"
    | "balanceBefore"
    | "balanceAfter"
    | "historyBefore"
    | "historyAfter"
    | "historyFirst"
    | "historySettled"
    | "balanceFirst"
  >,
  { refused, completions }: { refused: number; completions: number },
): Verdict {
  const [low, before, later] = [read.first, read.balanceBefore, read.balanceAfter].map((each) =>
    balanceIn(each?.reply),
  );
  if (low === undefined || before === undefined || low !== before || later === undefined)
    return {
      outcome: "skip",
      reason: "The key of a low limit has another account.",
      needs: "a key with a low limit of the same account",
    };
  const [earlier, last] = [read.historyBefore?.reply, read.historyAfter?.reply];
  const count = newEntries(earlier, last).length;
  const isSettled = costOf(entriesIn(earlier)) === costOf(entriesIn(last));
  if (count === 0 && before === later) return pass;
  if (count === 0 && isSettled && later < before && hasUnexplainedFall(read))
    return broken({
      message: `The balance fell from ${before} to ${later} while requests were refused, without an entry in the history.`,
      expected: String(before),
      actual: String(later),
      pointer: "/current_point_balance",
    });
  if (count > 0 && (read.historySettled?.earlier.length ?? 0) > 0)
    return { outcome: "skip", reason: "Entries come late into the history." };
  if (count > 0 && (count === refused || count === completions))
    return broken({
      message: `${refused} refused requests left ${count} entries in the history.`,
      expected: "none",
      actual: String(count),
    });
  return { outcome: "inconclusive", reason: "Others use the account at the same time, or a cost came late." };
}
