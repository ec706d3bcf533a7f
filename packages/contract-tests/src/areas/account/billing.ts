import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { balanceIn, costOf, entriesIn, newEntries } from "../../reading/account-reading.js";
import { priceInPoints } from "../../reading/price.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { limitedCall } from "../chat/max-tokens.js";
import { replyCall } from "../chat/reply.js";
import { streamCall } from "../chat/stream.js";
import { listCall } from "../models/list.js";
import { pageOne } from "./pages.js";
import {
  balanceBefore,
  balanceFirst,
  balanceSettled,
  balanceUnbilled,
  balanceWhole,
  historyBefore,
  historyFirst,
  historySettled,
  historyUnbilled,
  historyWhole,
  refusedTimes,
} from "./readings.js";

/** Balance and history as they were read around some calls. */
type Told = Record<"balance" | "history", Exchange>;

/** Fields whose meaning is known from deployments, so that no rule here is a must. */
const about = { requirements: ["R8.3"], provenance: "observed" } as const;

/** The plain and the streamed call whose cost is judged together. */
const bothCalls = 2;

const usedByOthers: Verdict = { outcome: "inconclusive", reason: "The account is used by others at the same time." };

const freeCalls = rule("account", "free-calls", {
  ...about,
  sentence: "refused calls and calls that only read cost no points and have no entry in the history",
  requirements: ["R7.9", "R8.3"],
  reads: { balanceUnbilled, balanceFirst, balanceBefore, historyFirst, historyUnbilled, historyBefore },
  after: "history-ids",
  judge: (read) =>
    judgeFree([
      { balance: read.balanceFirst, history: read.historyFirst },
      { balance: read.balanceUnbilled, history: read.historyUnbilled },
      { balance: read.balanceBefore, history: read.historyBefore },
    ]),
});

const costRecorded = rule("account", "cost-recorded", {
  ...about,
  sentence: "a chat completion has an entry in the history, with its cost",
  requirements: ["R1.1", "R8.3", "R4.4"],
  reads: { historySettled, historyBefore, limitedCall },
  after: [freeCalls, "chat/limited/status"],
  judge: ({ historyBefore, historySettled }) =>
    newEntries(historyBefore.reply, historySettled.reply).length > 0
      ? pass
      : broken({ message: "The chat completion did not come into the history.", expected: "an entry" }),
});

const balanceFalls = rule("account", "balance-falls", {
  ...about,
  sentence: "the balance falls by what the history says a chat completion cost",
  requirements: ["R1.1", "R5.1", "R8.3"],
  reads: { balanceSettled, balanceBefore, historyBefore, historySettled, historyWhole },
  takesMissing: true,
  after: costRecorded,
  judge: (read) => {
    const fresh = newEntries(read.historyBefore?.reply, read.historySettled?.reply);
    const others = newEntries(read.historySettled?.reply, read.historyWhole?.reply).length > bothCalls;
    const fall = fallBetween(read.balanceBefore, read.balanceSettled);
    return judgeFall({ fall, cost: costOf(fresh), mayBeOthers: fresh.length > 1 || others });
  },
});

const costIsPrice = rule("account", "cost-is-price", {
  ...about,
  sentence: "a chat completion costs what the model list says, if it has prices in points",
  requirements: ["R8.3", "R2.7"],
  reads: { historySettled, historyBefore, limitedCall, listCall },
  after: balanceFalls,
  judge: ({ historyBefore, historySettled, limitedCall, listCall }) => {
    const fresh = newEntries(historyBefore.reply, historySettled.reply);
    if (fresh.length !== 1) return usedByOthers;
    return judgeCost({ entry: fresh[0], call: limitedCall, list: bodyOf(listCall.reply) });
  },
});

const historyComplete = rule("account", "history-complete", {
  ...about,
  sentence: "each chat completion, plain or streamed, has one entry in the history",
  requirements: ["R8.3", "R4.4"],
  reads: { historyWhole, historySettled, historyBefore, replyCall, streamCall },
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
    ...about,
    sentence: "the balance falls by what the history says a plain and a streamed chat completion cost",
    requirements: ["R8.3", "R5.1"],
    reads: { balanceWhole, balanceSettled, historySettled, historyWhole, pageOne },
    takesMissing: true,
    after: [balanceFalls, historyComplete],
    judge: (read) => {
      const fresh = newEntries(read.historySettled?.reply, read.historyWhole?.reply);
      // Nothing of ours is entered between the last look at the balance and the page after it.
      const others = newEntries(read.historyWhole?.reply, read.pageOne?.reply).length > 0;
      const fall = fallBetween(read.balanceSettled, read.balanceWhole);
      return judgeFall({ fall, cost: costOf(fresh), mayBeOthers: fresh.length > bothCalls || others });
    },
  }),
];

const fallBetween = (earlier: Exchange | undefined, later: Exchange | undefined) =>
  (balanceIn(earlier?.reply) ?? Number.NaN) - (balanceIn(later?.reply) ?? Number.NaN);

/**
 * A second round tells what our own calls do from what others do at the same time: where the first round has a change and the
 * second has not, it was somebody else's, or a late cost.
 */
function judgeFree(told: [Told, Told, Told]): Verdict {
  const rounds = [0, 1].map((at) => {
    const [earlier, later] = [told[at], told[at + 1]];
    const entries = newEntries(earlier?.history.reply, later?.history.reply);
    return { entries, fall: fallBetween(earlier?.balance, later?.balance) };
  });
  if (rounds.every(({ entries, fall }) => entries.length === 0 && fall === 0)) return pass;
  if (rounds.every(({ entries }, round) => entries.length === refusedTimes[round]))
    return broken({
      message: `Each of ${refusedTimes[0]} refused calls has an entry in the history, and so had ${refusedTimes[1]} more.`,
    });
  if (rounds.every(({ entries, fall }) => entries.length === 1 && costOf(entries) === 0 && fall === 0))
    return broken({
      message: "Each look at the history has an entry in the history, too.",
      // Others may have begun a call in both rounds.
      provenance: "inferred",
    });
  if (rounds.every(({ entries, fall }) => entries.length === 0 && fall > 0))
    return broken({
      message: `Calls that cost nothing took ${rounds[0]?.fall} points from the balance, and then ${rounds[1]?.fall} again, without an entry in the history.`,
      pointer: "/current_point_balance",
    });
  return usedByOthers;
}

function judgeFall({ fall, cost, mayBeOthers }: { fall: number; cost: number; mayBeOthers: boolean }): Verdict {
  if (fall === cost) return pass;
  if (mayBeOthers) return usedByOthers;
  return broken({
    message: `The history says a cost of ${cost} points; the balance fell by ${fall}.`,
    expected: String(cost),
    actual: String(fall),
    pointer: "/current_point_balance",
  });
}

/**
 * Two entries for one call, and again for each of two, or for the plain one of them, all of them alike: nobody else's calls
 * come in such step.
 */
function judgeComplete(told: Record<"historyWhole" | "historySettled" | "historyBefore", Exchange>): Verdict {
  const [before, settled, whole] = [told.historyBefore, told.historySettled, told.historyWhole].map(
    ({ reply }) => reply,
  );
  const fresh = newEntries(settled, whole);
  const count = fresh.length;
  if (entriesIn(settled).length > 0 && count === entriesIn(whole).length)
    return { outcome: "skip", reason: "A page of the history is too short to tell." };
  if (count === bothCalls) return pass;
  const first = newEntries(before, settled);
  const times = first.length;
  const isInStep =
    times > 1 && (count === times * bothCalls || (count === times + 1 && [first, fresh].every(hasTwins)));
  if (count > bothCalls && !isInStep) return usedByOthers;
  return broken({
    message: isInStep
      ? `Each ${count === times * bothCalls ? "" : "plain "}chat completion has ${times} entries in the history.`
      : `A plain and a streamed chat completion have ${count} new entries in the history.`,
    expected: isInStep ? "one" : String(bothCalls),
    actual: String(isInStep ? times : count),
    pointer: "/data",
  });
}

/** True where two entries have the same name and the same cost. */
function hasTwins(entries: unknown[]): boolean {
  const kinds = entries.map((entry) => `${valueAt(entry, "/bot_name")} ${valueAt(entry, "/cost_points")}`);
  return new Set(kinds).size < kinds.length;
}

/** Judges that the entry of a call has the cost that the model list says of its tokens, a tenth more or less. */
export function judgeCost({ entry, call, list }: { entry: unknown; call: Exchange; list: unknown }): Verdict {
  const model = valueAt(JSON.parse(call.request.body ?? "null"), "/model");
  const price = priceInPoints(list, model, valueAt(bodyOf(call.reply), "/usage"));
  if (price === undefined)
    return { outcome: "skip", reason: "The model list has no price in points for this model, or the reply no usage." };
  const cost = Number(valueAt(entry, "/cost_points"));
  if (cost >= Math.min(price.least, 0.9 * price.exact) && cost <= Math.max(price.most, 1.1 * price.exact)) return pass;
  return broken({
    message: `The history says a cost of ${cost} points for ${String(model)}; by the model list it is ${price.exact.toFixed(2)}.`,
    expected: price.exact.toFixed(2),
    actual: String(cost),
    pointer: "/data/0/cost_points",
  });
}
