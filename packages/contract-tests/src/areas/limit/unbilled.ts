import { rule } from "../../checks/define-rule.js";
import { judgeNoEntry, judgeNoFall } from "../../checks/untouched.js";
import type { Exchange } from "../../exchange.js";
import {
  type Account,
  balanceIn,
  changeBetween,
  costOf,
  entriesIn,
  idsIn,
  newEntries,
} from "../../reading/account-reading.js";
import { pass, type Rule, type Verdict } from "../../rule.js";
import { settled, first as start, whole } from "../account/readings.js";
import {
  after,
  afterwards,
  before,
  chat,
  first,
  message,
  models,
  ownHistory,
  ownHistoryAfter,
  refused,
  soon,
} from "./calls.js";

/** Others may use the key at the same time, so that no rule is a must. */
const about = { requirements: ["R7.9", "R8.4"], provenance: "stated", level: "should" } as const;

const meanwhile = "while requests were refused for their rate";

/** Rules that a call over the limit is not processed and costs nothing (R7.9, R8.4). */
export const unbilledRules: Rule[] = [
  rule("limit", "untouched", {
    topic: "money",
    ...about,
    sentence: "calls refused over the limit change neither the balance nor the history",
    reads: {
      afterwards,
      before,
      start,
      settled: settled.history,
      first,
      refused,
      soon,
      chat,
      models,
      message,
    },
    takesMissing: true,
    after: "limit/refused",
    judge: ({ first, refused, soon, chat, models, message, ...own }) => {
      const [low, left] = [first, own.before.balance].map((each) => balanceIn(each?.reply));
      const counts = [
        [refused, soon, chat, models, message],
        [chat, message],
      ].map(countRefused);
      return low !== undefined && low === left ? judgeUntouched(own, counts) : isOfAnother;
    },
  }),
  rule(ownHistory, "", {
    topic: "money",
    ...about,
    sentence: "calls refused over the limit do not appear in the history of the key",
    reads: { later: ownHistoryAfter, earlier: ownHistory, callers: whole.history },
    after: "limit/after",
    judge: judgeOwnHistory,
  }),
  rule("limit", "unbilled", {
    topic: "money",
    ...about,
    sentence: "calls refused over the limit cost no points",
    reads: { after, first, afterwards, start },
    takesMissing: true,
    after: "limit/after",
    judge: ({ first, after, afterwards, start }) => {
      const [before, later, told] = [first, after, afterwards.balance].map((each) => balanceIn(each?.reply));
      if (before === undefined || later === undefined)
        return { outcome: "blocked", reason: "The balance could not be read." };
      if (before !== later && later === told && !hasUnexplainedFall(start, afterwards))
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
function hasUnexplainedFall(start: Account, afterwards: Account): boolean {
  const { fall, cost } = changeBetween(start, afterwards);
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
  {
    start,
    settled,
    before,
    afterwards,
  }: Record<"start" | "before" | "afterwards", Account> & { settled: Exchange | undefined },
  counts: number[],
): Verdict {
  const { entries, fall } = changeBetween(before, afterwards);
  const [earlier, later] = [before, afterwards].map(({ history }) => costOf(entriesIn(history?.reply)));
  const [balance, left] = [before, afterwards].map((each) => balanceIn(each.balance?.reply) ?? Number.NaN);
  if (balance === undefined || left === undefined || Number.isNaN(fall)) return isOfAnother;
  if (entries.length === 0 && fall === 0) return pass;
  if (entries.length === 0 && fall > 0 && earlier === later && hasUnexplainedFall(start, afterwards))
    return judgeNoFall(balance, left, { meanwhile: `${meanwhile}, without an entry in the history` });
  if (entries.length > 0 && (settled?.earlier.length ?? 0) > 0)
    return { outcome: "skip", reason: "Entries come late into the history." };
  if (entries.length > 0 && counts.includes(entries.length)) return judgeNoEntry(entries, { meanwhile });
  return { outcome: "inconclusive", reason: "Others use the account at the same time, or a cost came late." };
}
