import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { bodyOf } from "../../checks/reply.js";
import { dialectOf } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { balanceAt, costBetween, costOf, fallBetween } from "../../reading/account-reading.js";
import { recordNamed } from "../../reading/choose-model.js";
import { isCostOf, type Price, priceInPoints } from "../../reading/price.js";
import { picturesIn, saidIn, sentIn } from "../../reading/said.js";
import { skip, story } from "../../story.js";
import { textOf } from "../../wire/wire.js";
import { judgeCost } from "../account/billing.js";
import { first } from "../account/readings.js";
import { limitedCall } from "../chat/max-tokens.js";
import { otherModelCall } from "../chat/other-models.js";
import { replyCall, streamCall } from "../chat/reply.js";
import { listCall } from "../models/list.js";
import { kindsOf } from "./all-calls.js";
import { balanceLast } from "./balance.js";
import { calledLater, enteredIn, ofRun, unpaired } from "./history.js";

/** Fewer costs may be off by their rounding. */
const leastCosts = 5;

const told = story("service", { requirements: ["R8.3", "R2.7"], provenance: "observed" });
const { all, rule } = told;

export const costTopic: Topic = told;

const complete = ["account/history-complete", "account/history-ordered"];

rule(
  "other-model-cost",
  "a chat completion of another model costs what the model list says for it",
  {
    topic: "money",
    reads: [...ofRun, otherModelCall, listCall],
    after: ["chat/other-model/status", "account/cost-is-price"],
  },
  (last, first, call, { reply }) => {
    if (call.beganAt > last.beganAt) return calledLater;
    const list = bodyOf(reply);
    const record = recordNamed(list, valueAt(sentIn(call), "/model"));
    const { entries } = enteredIn(last, first);
    const [entry, ...others] = entries.filter(
      ({ bot_name }) => record !== undefined && recordNamed(list, bot_name) === record,
    );
    return others.length > 0 || !(Number(entry?.cost_points) > 0)
      ? skip("There is no entry that is surely that of this model.")
      : judgeCost({ entry, call, list });
  },
);

all(
  "costs",
  "all calls whose usage is known cost together what the model list says for their models",
  { topic: "money", reads: [...ofRun, listCall], after: [...complete, "account/cost-is-price"] },
  (all, last, first, { reply }) => {
    const { pairs } = enteredIn(last, first, all);
    const priced = pairs?.flatMap(({ call, entry }) => {
      const price = priceOf(call, bodyOf(reply));
      return price === undefined ? [] : [{ price, entry }];
    });
    if (priced === undefined) return unpaired;
    if (priced.length < leastCosts) return skip("Too few calls have a known usage and price.");
    const sumOf = (bound: keyof Price) => priced.reduce((sum, { price }) => sum + price[bound], 0);
    const price = { exact: sumOf("exact"), least: sumOf("least"), most: sumOf("most") };
    const [cost, expected] = [costOf(priced.map(({ entry }) => entry)), price.exact.toFixed(2)];
    const message = `The history says a cost of ${cost} points for ${priced.length} calls; by the model list they cost ${expected}.`;
    return !isCostOf(price, cost) && { message, expected, actual: cost, pointer: "/data" };
  },
);

const ofBalance = [...ofRun, balanceLast, first.balance] as const;

const chargedCalls = [limitedCall, replyCall, streamCall].map(({ id }) => id);

// A balance may rise by a grant: what it lacks is a fault where it is just what all answers of one kind cost.
all(
  "all-charged",
  "the balance falls by no less than the entries of the run cost",
  {
    topic: "money",
    requirements: ["R8.3", "R5.1"],
    reads: ofBalance,
    after: [...complete, "account/streams-charged"],
  },
  (all, last, first, balance, before) => {
    const { pairs } = enteredIn(last, first, all);
    if (pairs === undefined) return unpaired;
    const [fall, cost] = [fallBetween(before, balance), costBetween(first, last)];
    if (!(fall < cost)) return undefined;
    const ofKind = (kind: string) => pairs.filter(({ call }) => kindsOf(call).includes(kind)).map(({ entry }) => entry);
    // Of the kind of the account's own calls it is known by then that they are charged.
    const charged = pairs
      .filter(({ call }) => chargedCalls.includes(call.plan.id))
      .flatMap(({ call }) => kindsOf(call));
    const free = [...new Set(pairs.flatMap(({ call }) => kindsOf(call)))]
      .filter((kind) => !charged.includes(kind) && ofKind(kind).length > 1 && costOf(ofKind(kind)) === cost - fall)
      .map((kind) => `the ${ofKind(kind).length} answers to ${kind}`);
    const why = free.length === 0 ? "" : `; the rest is what ${free.join(" or ")} cost`;
    const message = `The entries of the run cost ${cost} points, and the balance fell by ${fall}${why}.`;
    const weight = free.length === 0 ? { provenance: "inferred" as const } : {};
    return { message, expected: cost, actual: fall, pointer: balanceAt, ...weight };
  },
);

all(
  "all-entered",
  "every call that lowers the balance has an entry in the history",
  {
    topic: "money",
    requirements: ["R8.3", "R4.4"],
    reads: ofBalance,
    after: [...complete, "account/streams-charged"],
  },
  (all, last, first, balance, before) => {
    const { calls, entries, isWhole } = enteredIn(last, first, all);
    const [expected, actual] = [calls.length, entries.length];
    const [fall, cost] = [fallBetween(before, balance), costBetween(first, last)];
    const message = `${expected} calls were answered and ${actual} came into the history; the balance fell by ${fall} points, and the entries have a cost of ${cost}.`;
    const isLeftOut = last.reply?.status === 200 && isWhole && actual < expected && fall > cost;
    return isLeftOut && { message, expected, actual, pointer: "/data" };
  },
);

// The entries that are missing are those of a kind where they are as many. The newest ones may be on their way.
all(
  "kinds-entered",
  "answered calls of every interface have an entry in the history, plain and streamed",
  { requirements: ["R8.3", "R4.4"], reads: [...ofRun, listCall], after: [...complete, "service/all-entered"] },
  (all, last, first) => {
    const { calls, entries, isWhole } = enteredIn(last, first, all);
    const missing = calls.length - entries.length;
    if (missing <= 0 || !isWhole || last.reply?.status !== 200) return undefined;
    const numberOf = (kind: string, of = calls) => of.filter((call) => kindsOf(call).includes(kind)).length;
    const kind = calls.flatMap(kindsOf).find((each) => numberOf(each) === missing);
    const isLate = kind === undefined || numberOf(kind, calls.slice(-missing)) === missing;
    const [expected, actual] = [calls.length, entries.length];
    const why = kind === undefined ? "" : `, as if those of ${kind} had no entries`;
    const message = `${expected} calls were answered, and ${actual} came into the history${why}.`;
    return { message, expected, actual, pointer: "/data", ...(isLate && { provenance: "inferred" }) };
  },
);

all(
  "kinds-charged",
  "calls of every interface cost points if their models have a price, plain and streamed",
  { requirements: ["R8.3", "R4.4"], reads: [...ofRun, listCall], after: [...complete, "account/cost-is-price"] },
  (all, last, first, { reply }) => {
    const { pairs } = enteredIn(last, first, all);
    if (pairs === undefined) return unpaired;
    for (const kind of new Set(pairs.flatMap(({ call }) => kindsOf(call)))) {
      const own = pairs.filter(({ call }) => kindsOf(call).includes(kind));
      const others = pairs.filter((each) => !own.includes(each));
      const least = own.reduce((sum, { call }) => sum + (priceOf(call, bodyOf(reply))?.least ?? 0), 0);
      const isFree = own.every(({ entry }) => entry?.cost_points === 0);
      if (!isFree || least < 1 || costOf(others.map(({ entry }) => entry)) === 0) continue;
      const message = `All ${own.length} answers of ${kind} cost 0 points; by the model list they cost at least ${least}.`;
      return { message, expected: `at least ${least}`, actual: 0, pointer: "/data" };
    }
    return undefined;
  },
);

/** The price of a call by its usage; undefined where that is not known, or a search, a cache or a picture changes it. */
function priceOf(call: Exchange, list: unknown): Price | undefined {
  const isCached = /"[a-z_]*cache[a-z_]*":\s*[1-9]/.test(call.reply === undefined ? "" : textOf(call.reply));
  const isOrdinary = !isCached && !call.request.body?.includes("web_search") && picturesIn(sentIn(call)) === 0;
  if (dialectOf(call.plan.operationId) === undefined || !isOrdinary) return undefined;
  const { prompt, completion } = saidIn(call);
  const usage = { prompt_tokens: prompt, completion_tokens: completion };
  return priceInPoints(list, valueAt(recordNamed(list, valueAt(sentIn(call), "/model")), "/id"), usage);
}
