import { valueAt } from "@model-access/contract";
import { comparisonsAlike, rule } from "../../checks/define-rule.js";
import { picturesIn } from "../../checks/pictures.js";
import { bodyOf } from "../../checks/reply.js";
import { dialectOf } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { balanceAt, costBetween, costOf, fallBetween } from "../../reading/account-reading.js";
import { recordNamed } from "../../reading/choose-model.js";
import { isCostOf, type Price, priceInPoints } from "../../reading/price.js";
import { saidIn, sentIn } from "../../reading/said.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { textOf } from "../../wire/wire.js";
import { judgeCost } from "../account/billing.js";
import { first } from "../account/readings.js";
import { otherModelCall } from "../chat/other-models.js";
import { listCall } from "../models/list.js";
import { answeredBefore, kindsOf } from "./all-calls.js";
import { balanceLast } from "./balance.js";
import { calledLater, freshIn, isWhole, sinceFirst, type Told, unpaired } from "./history.js";

/** Fewer costs may be off by their rounding. */
const leastCosts = 5;

const about = { requirements: ["R8.3", "R2.7"], provenance: "observed" } as const;

/** Rules on the costs of all calls of the run together. */
export const serviceCostRules: Rule[] = [
  rule("service", "other-model-cost", {
    topic: "money",
    ...about,
    sentence: "a chat completion of another model costs what the model list says for it",
    reads: { ...sinceFirst, call: otherModelCall, list: listCall },
    after: ["chat/other-model/status", "account/cost-is-price"],
    judge: (read) => {
      if (read.call.beganAt > read.last.beganAt) return calledLater;
      const list = bodyOf(read.list.reply);
      const record = recordNamed(list, valueAt(sentIn(read.call), "/model"));
      const isOfModel = (entry: unknown) =>
        record !== undefined && recordNamed(list, valueAt(entry, "/bot_name")) === record;
      const [entry, ...others] = freshIn(read).filter(isOfModel);
      if (others.length > 0 || !(Number(valueAt(entry, "/cost_points")) > 0))
        return { outcome: "skip", reason: "There is no entry that is surely that of this model." };
      return judgeCost({ entry, call: read.call, list });
    },
  }),
  rule("service", "costs", {
    topic: "money",
    ...about,
    sentence: "all calls whose usage is known cost together what the model list says for their models",
    reads: { ...sinceFirst, list: listCall },
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered", "account/cost-is-price"],
    judge: (read, all) => judgeCosts(read, { all, list: bodyOf(read.list.reply) }),
  }),
  ...comparisonsAlike(
    "service",
    {
      ...about,
      reads: { ...sinceFirst, balance: balanceLast, before: first.balance },
      readsAll: true,
      after: ["account/history-complete", "account/history-ordered", "account/streams-charged"],
    },
    {
      "all-charged": {
        topic: "money",
        sentence: "the balance falls by no less than the entries of the run cost",
        requirements: ["R8.3", "R5.1"],
        judge: judgeCharged,
      },
      "all-entered": {
        topic: "money",
        sentence: "every call that lowers the balance has an entry in the history",
        requirements: ["R8.3", "R4.4"],
        judge: judgeEntered,
      },
    },
  ),
];

/** The price of a call by its usage; undefined where that is not known, or a search, a cache or a picture changes it. */
export function priceOf(call: Exchange, list: unknown): Price | undefined {
  const dialect = dialectOf(call.plan.operationId);
  const isOrdinary = !/"[a-z_]*cache[a-z_]*":\s*[1-9]/.test(call.reply === undefined ? "" : textOf(call.reply));
  if (dialect === undefined || !isOrdinary || call.request.body?.includes("web_search") || picturesIn(sentIn(call)) > 0)
    return undefined;
  const { prompt, completion } = saidIn(call);
  const usage = { prompt_tokens: prompt, completion_tokens: completion };
  return priceInPoints(list, valueAt(recordNamed(list, valueAt(sentIn(call), "/model")), "/id"), usage);
}

/** Entries come in the order of their calls: as long as there is one for each, they are paired. */
export function paired(read: Told, all: Exchange[]): { call: Exchange; entry: unknown }[] | undefined {
  const calls = answeredBefore(read.last, all);
  const entries = freshIn(read).toReversed();
  if (!isWhole(read) || calls.length !== entries.length) return undefined;
  return calls.map((call, at) => ({ call, entry: entries[at] }));
}

function judgeCosts(read: Told, { all, list }: { all: Exchange[]; list: unknown }): Verdict {
  const priced = paired(read, all)?.flatMap(({ call, entry }) => {
    const price = priceOf(call, list);
    return price === undefined ? [] : [{ price, entry }];
  });
  if (priced === undefined) return unpaired;
  if (priced.length < leastCosts) return { outcome: "skip", reason: "Too few calls have a known usage and price." };
  const sumOf = (bound: keyof Price) => priced.reduce((sum, { price }) => sum + price[bound], 0);
  const price = { exact: sumOf("exact"), least: sumOf("least"), most: sumOf("most") };
  const [cost, expected] = [costOf(priced.map(({ entry }) => entry)), price.exact.toFixed(2)];
  const message = `The history says a cost of ${cost} points for ${priced.length} calls; by the model list they cost ${expected}.`;
  return passIf(isCostOf(price, cost), { message, expected, actual: cost, pointer: "/data" });
}

type Charged = Told & Record<"balance" | "before", Exchange>;

function judgeEntered(read: Charged, all: Exchange[]): Verdict {
  const [expected, actual] = [answeredBefore(read.last, all).length, freshIn(read).length];
  const [fall, cost] = [fallBetween(read.before, read.balance), costBetween(read.first.reply, read.last.reply)];
  if (read.last.reply?.status !== 200 || !isWhole(read)) return pass;
  const message = `${expected} calls were answered and ${actual} came into the history; the balance fell by ${fall} points, and the entries have a cost of ${cost}.`;
  return passIf(actual >= expected || !(fall > cost), { message, expected, actual, pointer: "/data" });
}

/** A balance may rise by a grant: what it lacks is a fault where it is just what all answers of one kind cost. */
function judgeCharged(read: Charged, all: Exchange[]): Verdict {
  const pairs = paired(read, all);
  if (pairs === undefined) return unpaired;
  const [fall, cost] = [fallBetween(read.before, read.balance), costBetween(read.first.reply, read.last.reply)];
  if (!(fall < cost)) return pass;
  const ofKind = (kind: string) => pairs.filter(({ call }) => kindsOf(call).includes(kind)).map(({ entry }) => entry);
  const kind = pairs
    .flatMap(({ call }) => kindsOf(call))
    .find((each) => ofKind(each).length > 1 && costOf(ofKind(each)) === cost - fall);
  const why = kind === undefined ? "" : `; the rest is what the ${ofKind(kind).length} answers to ${kind} cost`;
  const message = `The entries of the run cost ${cost} points, and the balance fell by ${fall}${why}.`;
  const finding = { message, expected: cost, actual: fall, pointer: balanceAt };
  return broken(kind === undefined ? { ...finding, provenance: "inferred" } : finding);
}
