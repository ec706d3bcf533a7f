import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import {
  type Account,
  balanceAt,
  type Change,
  changeBetween,
  costOf,
  entriesIn,
  newEntries,
} from "../../reading/account-reading.js";
import { isCostOf, priceInPoints } from "../../reading/price.js";
import { sentIn } from "../../reading/said.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { limitedCall } from "../chat/max-tokens.js";
import { replyCall } from "../chat/reply.js";
import { streamCall } from "../chat/stream.js";
import { listCall } from "../models/list.js";
import { pageOne } from "./pages.js";
import { before, first, refusedTimes, settled, unbilled, whole } from "./readings.js";

/** Fields whose meaning is known from deployments, so that no rule here is a must. */
const about = { requirements: ["R8.3"], provenance: "observed" } as const;

/** The plain and the streamed call whose cost is judged together. */
const bothCalls = 2;

const usedByOthers: Verdict = { outcome: "inconclusive", reason: "The account is used by others at the same time." };

const freeCalls = rule("account", "free-calls", {
  topic: "money",
  ...about,
  sentence: "refused calls and calls that only read cost no points and have no entry in the history",
  requirements: ["R8.3"],
  reads: { unbilled, first, before },
  after: "history-ids",
  judge: judgeFree,
});

const costRecorded = rule("account", "cost-recorded", {
  topic: "money",
  ...about,
  sentence: "a chat completion has an entry in the history, with its cost",
  requirements: ["R1.1", "R8.3", "R4.4"],
  reads: { settled: settled.history, before: before.history, limitedCall },
  after: [freeCalls, "chat/limited/status"],
  judge: ({ before, settled }) =>
    passIf(newEntries(before.reply, settled.reply).length > 0, {
      message: "The chat completion did not come into the history.",
      expected: "an entry",
    }),
});

const balanceFalls = rule("account", "balance-falls", {
  topic: "money",
  ...about,
  sentence: "the balance falls by what the history says a chat completion cost",
  requirements: ["R1.1", "R5.1", "R8.3"],
  reads: { settled, before, whole: whole.history },
  takesMissing: true,
  after: costRecorded,
  judge: ({ before, settled, whole }) => {
    const others = newEntries(settled.history?.reply, whole?.reply).length > bothCalls;
    return judgeFall(changeBetween(before, settled), { calls: 1, others });
  },
});

const costIsPrice = rule("account", "cost-is-price", {
  topic: "money",
  ...about,
  sentence: "a chat completion costs what the model list says, if it has prices in points",
  requirements: ["R8.3", "R2.7"],
  reads: { settled: settled.history, before: before.history, call: limitedCall, list: listCall },
  after: balanceFalls,
  judge: ({ before, settled, call, list }) => {
    const [entry, ...others] = newEntries(before.reply, settled.reply);
    if (entry === undefined || others.length > 0) return usedByOthers;
    return judgeCost({ entry, call, list: bodyOf(list.reply) });
  },
});

const historyComplete = rule("account", "history-complete", {
  topic: "money",
  ...about,
  sentence: "each chat completion, plain or streamed, has one entry in the history",
  requirements: ["R8.3", "R4.4"],
  reads: { whole: whole.history, settled: settled.history, before: before.history, replyCall, streamCall },
  after: [costRecorded, "chat/reply/status", "chat/stream/status"],
  judge: judgeComplete,
});

/** Rules on what calls cost, by the history and by the balance. */
export const billingRules: Rule[] = [
  freeCalls,
  costRecorded,
  balanceFalls,
  costIsPrice,
  historyComplete,
  rule("account", "streams-charged", {
    topic: "money",
    ...about,
    sentence: "the balance falls by what the history says a plain and a streamed chat completion cost",
    requirements: ["R8.3", "R5.1"],
    reads: { whole, settled, pageOne },
    takesMissing: true,
    after: [balanceFalls, historyComplete],
    judge: ({ settled, whole, pageOne }) => {
      // Nothing of ours is entered between the last look at the balance and the page after it.
      const others = newEntries(whole.history?.reply, pageOne?.reply).length > 0;
      return judgeFall(changeBetween(settled, whole), { calls: bothCalls, others });
    },
  }),
];

/**
 * A second round tells what our own calls do from what others do at the same time: where the first round has a change and the
 * second has not, it was somebody else's, or a late cost.
 */
function judgeFree(read: Record<"first" | "unbilled" | "before", Account>): Verdict {
  const rounds = [changeBetween(read.first, read.unbilled), changeBetween(read.unbilled, read.before)];
  const [falls, counts] = [rounds.map(({ fall }) => fall), rounds.map(({ entries }) => entries.length)];
  const isEvery = (values: number[], value: number) => values.every((each) => each === value);
  if (isEvery(counts, 0) && isEvery(falls, 0)) return pass;
  if (counts.every((count, round) => count === refusedTimes[round]))
    return broken({
      message: `Each of ${refusedTimes[0]} refused calls has an entry in the history, and so had ${refusedTimes[1]} more.`,
    });
  if (isEvery(counts, 1) && rounds.every(({ cost }) => cost === 0) && isEvery(falls, 0))
    // Others may have begun a call in both rounds.
    return broken({ message: "Each look at the history has an entry in the history, too.", provenance: "inferred" });
  const message = `Calls that cost nothing took ${falls[0]} points from the balance, and then ${falls[1]} again, without an entry in the history.`;
  if (isEvery(counts, 0) && falls.every((fall) => fall > 0)) return broken({ message, pointer: balanceAt });
  return usedByOthers;
}

function judgeFall(change: Change, { calls, others }: { calls: number; others: boolean }): Verdict {
  const { entries, cost, fall } = change;
  if (Number.isNaN(fall)) return { outcome: "blocked", reason: "The balance was not told before and after the calls." };
  if (fall !== cost && (entries.length > calls || others)) return usedByOthers;
  const message = `The history says a cost of ${cost} points; the balance fell by ${fall}.`;
  return passIf(fall === cost, { message, expected: cost, actual: fall, pointer: balanceAt });
}

/**
 * Two entries for one call, and again for each of two, or for the plain one of them, all of them alike: nobody else's calls
 * come in such step.
 */
function judgeComplete(read: Record<"whole" | "settled" | "before", Exchange>): Verdict {
  const [before, settled, whole] = [read.before, read.settled, read.whole].map(({ reply }) => reply);
  const [first, fresh] = [newEntries(before, settled), newEntries(settled, whole)];
  const [times, count] = [first.length, fresh.length];
  if (entriesIn(settled).length > 0 && count === entriesIn(whole).length)
    return { outcome: "skip", reason: "A page of the history is too short to tell." };
  if (count === bothCalls) return pass;
  const isEach = times > 1 && count === times * bothCalls;
  if (isEach || (times > 1 && count === times + 1 && [first, fresh].every(hasTwins))) {
    const message = `Each ${isEach ? "" : "plain "}chat completion has ${times} entries in the history.`;
    return broken({ message, expected: "one", actual: times, pointer: "/data" });
  }
  if (count > bothCalls) return usedByOthers;
  const message = `A plain and a streamed chat completion have ${count} new entries in the history.`;
  return broken({ message, expected: bothCalls, actual: count, pointer: "/data" });
}

/** True where two entries have the same name and the same cost. */
function hasTwins(entries: unknown[]): boolean {
  const kinds = entries.map((entry) => `${valueAt(entry, "/bot_name")} ${valueAt(entry, "/cost_points")}`);
  return new Set(kinds).size < kinds.length;
}

/** Judges that the entry of a call has the cost that the model list says of its tokens, a tenth more or less. */
export function judgeCost({ entry, call, list }: { entry: unknown; call: Exchange; list: unknown }): Verdict {
  const model = valueAt(sentIn(call), "/model");
  const price = priceInPoints(list, model, valueAt(bodyOf(call.reply), "/usage"));
  if (price === undefined)
    return { outcome: "skip", reason: "The model list has no price in points for this model, or the reply no usage." };
  const [cost, expected] = [costOf([entry]), price.exact.toFixed(2)];
  const message = `The history says a cost of ${cost} points for ${model}; by the model list it is ${expected}.`;
  return passIf(isCostOf(price, cost), { message, expected, actual: cost, pointer: "/data/0/cost_points" });
}
