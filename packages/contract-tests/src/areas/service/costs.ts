import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { dialectOf } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { balanceIn, costBetween, costOf } from "../../reading/account-reading.js";
import { recordNamed } from "../../reading/choose-model.js";
import { callOf } from "../../reading/describe.js";
import { type Price, priceInPoints } from "../../reading/price.js";
import { saidIn, sentIn } from "../../reading/said.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { textOf } from "../../wire/wire.js";
import { judgeCost } from "../account/billing.js";
import { balanceFirst } from "../account/readings.js";
import { otherModelCall } from "../chat/other-models.js";
import { listCall } from "../models/list.js";
import { answeredBefore } from "./all-calls.js";
import { balanceLast } from "./balance.js";
import { calledLater, freshIn, isWhole, sinceFirst, type Told } from "./history.js";

/** Fewer costs may be off by their rounding. */
const leastCosts = 5;

const about = { requirements: ["R8.3", "R2.7"], provenance: "observed" } as const;

/** Rules on the costs of all calls of the run together. */
export const serviceCostRules: Rule[] = [
  rule("service", "other-model-cost", {
    ...about,
    sentence: "a chat completion of another model costs what the model list says for it",
    reads: { ...sinceFirst, call: otherModelCall, list: listCall },
    after: ["chat/other-model/status", "account/cost-is-price"],
    judge: (read) => {
      if (read.call.beganAt > read.last.beganAt) return calledLater;
      const list = bodyOf(read.list.reply);
      const record = recordNamed(list, valueAt(sentIn(read.call), "/model"));
      const names = ["/id", "/metadata/display_name"].map((pointer) => String(valueAt(record, pointer)).toLowerCase());
      const isOfModel = (entry: unknown) => names.includes(String(valueAt(entry, "/bot_name")).toLowerCase());
      const [entry, ...others] = freshIn(read).filter(isOfModel);
      if (others.length > 0 || !(Number(valueAt(entry, "/cost_points")) > 0))
        return { outcome: "skip", reason: "There is no entry that is surely that of this model." };
      return judgeCost({ entry, call: read.call, list });
    },
  }),
  rule("service", "costs", {
    ...about,
    sentence: "all calls whose usage is known cost together what the model list says for their models",
    reads: { ...sinceFirst, list: listCall },
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered", "account/cost-is-price"],
    judge: (read, all) => judgeCosts(read, { all, list: bodyOf(read.list.reply) }),
  }),
  rule("service", "all-charged", {
    ...about,
    sentence: "the balance falls by no less than the entries of the run cost",
    requirements: ["R8.3", "R5.1"],
    reads: { ...sinceFirst, balance: balanceLast, before: balanceFirst },
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered", "account/streams-charged"],
    judge: judgeCharged,
  }),
  rule("service", "all-entered", {
    ...about,
    sentence: "every call that lowers the balance has an entry in the history",
    requirements: ["R8.3", "R4.4"],
    reads: { ...sinceFirst, balance: balanceLast, before: balanceFirst },
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered", "account/streams-charged"],
    judge: (read, all) => {
      const answered = answeredBefore(read.last, all).length;
      const entered = freshIn(read).length;
      const fall = (balanceIn(read.before.reply) ?? 0) - (balanceIn(read.balance.reply) ?? 0);
      const cost = costBetween(read.first.reply, read.last.reply);
      if (read.last.reply?.status !== 200 || !isWhole(read) || entered >= answered || !(fall > cost)) return pass;
      return broken({
        message: `${answered} calls were answered and ${entered} came into the history; the balance fell by ${fall} points, and the entries have a cost of ${cost}.`,
        expected: String(answered),
        actual: String(entered),
        pointer: "/data",
      });
    },
  }),
];

/** The price of a call by its usage; undefined where that is not known, or a search or a cache changes it. */
function priceOf(call: Exchange, list: unknown): Price | undefined {
  const dialect = dialectOf(call.plan.operationId);
  const isOrdinary = !/"[a-z_]*cache[a-z_]*":\s*[1-9]/.test(call.reply === undefined ? "" : textOf(call.reply));
  if (dialect === undefined || !isOrdinary || call.request.body?.includes("web_search")) return undefined;
  const { prompt, completion } = saidIn(call, dialect);
  const usage = { prompt_tokens: prompt, completion_tokens: completion };
  return priceInPoints(list, valueAt(recordNamed(list, valueAt(sentIn(call), "/model")), "/id"), usage);
}

/** Entries come in the order of their calls: as long as there is one for each, they are paired. */
function paired(read: Told, all: Exchange[]): { call: Exchange; entry: unknown }[] | undefined {
  const calls = answeredBefore(read.last, all);
  const entries = freshIn(read).toReversed();
  if (!isWhole(read) || calls.length !== entries.length) return undefined;
  return calls.map((call, at) => ({ call, entry: entries[at] }));
}

const unpaired: Verdict = {
  outcome: "skip",
  reason: "The history does not have one entry for each answered call.",
};

function judgeCosts(read: Told, { all, list }: { all: Exchange[]; list: unknown }): Verdict {
  const priced = paired(read, all)?.flatMap(({ call, entry }) => {
    const price = priceOf(call, list);
    return price === undefined ? [] : [{ price, entry }];
  });
  if (priced === undefined) return unpaired;
  if (priced.length < leastCosts) return { outcome: "skip", reason: "Too few calls have a known usage and price." };
  const sumOf = (bound: keyof Price) => priced.reduce((sum, { price }) => sum + price[bound], 0);
  const [cost, exact] = [costOf(priced.map(({ entry }) => entry)), sumOf("exact")];
  if (cost >= Math.min(sumOf("least"), 0.9 * exact) && cost <= Math.max(sumOf("most"), 1.1 * exact)) return pass;
  return broken({
    message: `The history says a cost of ${cost} points for ${priced.length} calls; by the model list they cost ${exact.toFixed(2)}.`,
    expected: exact.toFixed(2),
    actual: String(cost),
    pointer: "/data",
  });
}

/** A balance may rise by a grant: what it lacks is a fault where it is just what all answers of one kind cost. */
function judgeCharged(read: Told & Record<"balance" | "before", Exchange>, all: Exchange[]): Verdict {
  const pairs = paired(read, all);
  if (pairs === undefined) return unpaired;
  const cost = costBetween(read.first.reply, read.last.reply);
  const fall = (balanceIn(read.before.reply) ?? Number.NaN) - (balanceIn(read.balance.reply) ?? Number.NaN);
  if (!(fall < cost)) return pass;
  const kindsOf = ({ plan }: Exchange) => [
    callOf({ plan }),
    `${plan.isStreamed ? "streamed" : "plain"} ${callOf({ plan })}`,
  ];
  const ofKind = (kind: string) => pairs.filter(({ call }) => kindsOf(call).includes(kind));
  const kind = pairs
    .flatMap(({ call }) => kindsOf(call))
    .find((each) => ofKind(each).length > 1 && costOf(ofKind(each).map(({ entry }) => entry)) === cost - fall);
  const why = kind === undefined ? "" : `; the rest is what the ${ofKind(kind).length} answers to ${kind} cost`;
  return broken({
    message: `The entries of the run cost ${cost} points, and the balance fell by ${fall}${why}.`,
    expected: String(cost),
    actual: String(fall),
    pointer: "/current_point_balance",
    ...(kind === undefined && { provenance: "inferred" as const }),
  });
}
