import type { Topic } from "../../area.js";
import { judgeNoEntry, judgeNoFall } from "../../checks/records.js";
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
import { blocked, inconclusive, type Judged, skip, story } from "../../story.js";
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

const meanwhile = "while requests were refused for their rate";

// Others may use the key at the same time, so that no rule is a must.
const { rule, ...told } = story("limit", { requirements: ["R7.9", "R8.4"], provenance: "stated" });

const money = { topic: "money", level: "should" } as const;

rule(
  "untouched",
  "calls refused over the limit change neither the balance nor the history",
  {
    ...money,
    reads: [afterwards, before, start, settled.history, first, refused, soon, chat, models, message],
    takesMissing: true,
    after: "limit/refused",
  },
  (afterwards, before, start, settled, first, ...calls) => {
    const [, , chat, , message] = calls;
    const counts = [calls, [chat, message]].map(countRefused);
    const [low, left] = [first, before.balance].map(balanceIn);
    return low !== undefined && low === left
      ? judgeUntouched({ afterwards, before, start, settled }, counts)
      : isOfAnother;
  },
);

// The key of a low limit was used for nothing but reading.
rule(
  "own-history",
  "calls refused over the limit do not appear in the history of the key",
  { ...money, reads: [ownHistoryAfter, ownHistory, whole.history], after: "limit/after" },
  (later, earlier, callers) => {
    if (earlier.reply?.status !== 200 || later.reply?.status !== 200)
      return skip("The history could not be read with the key of a low limit.");
    const [known, own] = [idsIn(earlier), idsIn(callers)];
    if (known.length + own.length === 0 || own.some((id) => known.includes(id)))
      return skip("The key of a low limit is one of the caller's own account.");
    return judgeNoEntry(newEntries(earlier, later), { meanwhile });
  },
);

rule(
  "unbilled",
  "calls refused over the limit cost no points",
  { ...money, reads: [after, first, afterwards, start], takesMissing: true, after: "limit/after" },
  (after, first, afterwards, start) => {
    const [before, later, told] = [first, after, afterwards.balance].map(balanceIn);
    if (before === undefined || later === undefined) return blocked("The balance could not be read.");
    if (before !== later && later === told && !hasUnexplainedFall(start, afterwards))
      return inconclusive("A cost came late to the account, which is the caller's own.");
    return judgeNoFall(before, later, { meanwhile });
  },
);

export const unbilledTopic: Topic = told;

const countRefused = (calls: (Exchange | undefined)[]) => calls.filter((each) => each?.reply?.status === 429).length;

const isOfAnother = skip("The key of a low limit has another account.", "a key with a low limit of the same account");

/** True where the balance fell by more than all entries cost: a late charge for an answered call has its entry. */
function hasUnexplainedFall(start: Account, afterwards: Account): boolean {
  const { fall, cost } = changeBetween(start, afterwards);
  return fall > cost;
}

/** Judges an account that the key of a low limit shares with the caller's own; entries are ours by their number. */
function judgeUntouched(
  accounts: Record<"start" | "before" | "afterwards", Account> & { settled: Exchange | undefined },
  counts: number[],
): Judged {
  const { start, settled, before, afterwards } = accounts;
  const { entries, fall } = changeBetween(before, afterwards);
  const [earlier, later] = [before, afterwards].map(({ history }) => costOf(entriesIn(history)));
  const [balance, left] = [before, afterwards].map((each) => balanceIn(each.balance) ?? Number.NaN);
  if (balance === undefined || left === undefined || Number.isNaN(fall)) return isOfAnother;
  if (entries.length === 0 && fall === 0) return undefined;
  if (entries.length === 0 && fall > 0 && earlier === later && hasUnexplainedFall(start, afterwards))
    return judgeNoFall(balance, left, { meanwhile: `${meanwhile}, without an entry in the history` });
  if (entries.length > 0 && (settled?.earlier.length ?? 0) > 0) return skip("Entries come late into the history.");
  if (entries.length > 0 && counts.includes(entries.length)) return judgeNoEntry(entries, { meanwhile });
  return inconclusive("Others use the account at the same time, or a cost came late.");
}
