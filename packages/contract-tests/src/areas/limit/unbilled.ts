import { rule } from "../../checks/define-rule.js";
import { judgeNoEntry, judgeNoFall } from "../../checks/untouched.js";
import type { Exchange } from "../../exchange.js";
import { balanceIn, changeBetween, costOf, entriesIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { pass, type Rule, type Verdict } from "../../rule.js";
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

/** Others may use the key at the same time, so that no rule is a must. */
const about = { requirements: ["R7.9", "R8.4"], provenance: "stated", level: "should" } as const;

/** The caller's own account at the beginning of the run and after the refusals. */
const ownAccount = { balanceAfter, historyAfter, historyFirst, balanceFirst };

type Told<Name extends string> = Record<Name, Exchange | undefined>;

const meanwhile = "while requests were refused for their rate";

/** Rules that a call over the limit is not processed and costs nothing (R7.9, R8.4). */
export const unbilledRules: Rule[] = [
  rule("limit", "untouched", {
    ...about,
    sentence: "calls refused over the limit change neither the balance nor the history",
    reads: {
      ...ownAccount,
      ...{ balanceBefore, historyBefore, historySettled, first },
      ...{ refused, soon, chat, models, message },
    },
    takesMissing: true,
    after: "limit/refused",
    judge: ({ first, refused, soon, chat, models, message, ...own }) => {
      const [low, before] = [first, own.balanceBefore].map((each) => balanceIn(each?.reply));
      const counts = [
        [refused, soon, chat, models, message],
        [chat, message],
      ].map(countRefused);
      return low !== undefined && low === before ? judgeUntouched(own, counts) : isOfAnother;
    },
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
    reads: { after, first, ...ownAccount },
    takesMissing: true,
    after: "limit/after",
    judge: ({ first, after, ...own }) => {
      const [before, later, told] = [first, after, own.balanceAfter].map((each) => balanceIn(each?.reply));
      if (before === undefined || later === undefined)
        return { outcome: "blocked", reason: "The balance could not be read." };
      if (before !== later && later === told && !hasUnexplainedFall(own))
        return { outcome: "inconclusive", reason: "A cost came late to the account, which is the caller's own." };
      return judgeNoFall(before, later, { meanwhile });
    },
  }),
];

const countRefused = (calls: (Exchange | undefined)[]) => calls.filter((each) => each?.reply?.status === 429).length;

const isOfAnother: Verdict = {
  outcome: "skip",
  reason: "The key of a low limit has another account.",
  needs: "a key with a low limit of the same account",
};

/** True where the balance fell by more than all entries cost: a late charge for an answered call has its entry. */
function hasUnexplainedFall(own: Told<keyof typeof ownAccount>): boolean {
  const { fall, cost } = changeBetween(
    { balance: own.balanceFirst, history: own.historyFirst },
    { balance: own.balanceAfter, history: own.historyAfter },
  );
  return fall > cost;
}

/** Compares what the key of a low limit sees of its own account before and after: it was used for nothing but reading. */
function judgeOwnHistory({ earlier, later, callers }: Record<"earlier" | "later" | "callers", Exchange>): Verdict {
  if (earlier.reply?.status !== 200 || later.reply?.status !== 200)
    return { outcome: "skip", reason: "The history could not be read with the key of a low limit." };
  const [known, own] = [idsIn(earlier.reply), idsIn(callers.reply)];
  if (known.length + own.length === 0 || own.some((id) => known.includes(id)))
    return { outcome: "skip", reason: "The key of a low limit is one of the caller's own account." };
  return judgeNoEntry(newEntries(earlier.reply, later.reply), { meanwhile });
}

/** Judges an account that the key of a low limit shares with the caller's own; entries are ours by their number. */
function judgeUntouched(
  own: Told<keyof typeof ownAccount | "balanceBefore" | "historyBefore" | "historySettled">,
  counts: number[],
): Verdict {
  const { entries, fall } = changeBetween(
    { balance: own.balanceBefore, history: own.historyBefore },
    { balance: own.balanceAfter, history: own.historyAfter },
  );
  if (Number.isNaN(fall)) return isOfAnother;
  const [costBefore, costLater] = [own.historyBefore, own.historyAfter].map((each) => costOf(entriesIn(each?.reply)));
  if (entries.length === 0 && fall === 0) return pass;
  if (entries.length === 0 && fall > 0 && costBefore === costLater && hasUnexplainedFall(own))
    return judgeNoFall(balanceIn(own.balanceBefore?.reply) ?? 0, balanceIn(own.balanceAfter?.reply) ?? 0, {
      meanwhile: `${meanwhile}, without an entry in the history`,
    });
  if (entries.length > 0 && (own.historySettled?.earlier.length ?? 0) > 0)
    return { outcome: "skip", reason: "Entries come late into the history." };
  if (entries.length > 0 && counts.includes(entries.length)) return judgeNoEntry(entries, { meanwhile });
  return { outcome: "inconclusive", reason: "Others use the account at the same time, or a cost came late." };
}
