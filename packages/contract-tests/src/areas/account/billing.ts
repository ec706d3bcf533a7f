// One story of the money around a few calls: what is free, what is charged, and how it is entered.
import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { bodyOf } from "../../checks/reply.js";
import { isHoursOff } from "../../checks/time.js";
import type { Exchange } from "../../exchange.js";
import {
  type Account,
  balanceAt,
  type Change,
  changeBetween,
  costOf,
  type Entry,
  entriesIn,
  newEntries,
} from "../../reading/account-reading.js";
import { recordNamed } from "../../reading/choose-model.js";
import { joinedText, plainly, plainText } from "../../reading/joined-text.js";
import { isCostOf, priceInPoints } from "../../reading/price.js";
import { sentIn } from "../../reading/said.js";
import { passIf, type Verdict } from "../../rule.js";
import { blocked, inconclusive, type Judged, skip, story } from "../../story.js";
import { limitedCall } from "../chat/max-tokens.js";
import { replyCall, streamCall } from "../chat/reply.js";
import { listCall } from "../models/list.js";
import { pageOne } from "./pages.js";
import { before, first, refusedTimes, settled, unbilled, whole } from "./readings.js";

/** The plain and the streamed call whose cost is judged together. */
const bothCalls = 2;

/** Rounding, a cheaper cache and a rate of exchange move a cost by less than this. */
const mostTimes = 20;

const usedByOthers = inconclusive("The account is used by others at the same time.");

// Fields whose meaning is known from deployments, so that no rule here is a must.
const { rule, ...told } = story("account", { requirements: ["R4.4", "R2.8"], provenance: "observed" });

const money = { topic: "money", requirements: ["R8.3"] } as const;

rule(
  "free-calls",
  "refused calls and calls that only read cost no points and have no entry in the history",
  { ...money, reads: [unbilled, first, before], after: "history-ids" },
  judgeFree,
);

rule(
  "cost-recorded",
  "a chat completion has an entry in the history, with its cost",
  {
    ...money,
    requirements: ["R4.4", "R1.1", "R8.3"],
    reads: [settled.history, before.history, limitedCall],
    after: ["free-calls", "chat/limited/status"],
  },
  (after, before) => {
    const message = "The chat completion did not come into the history.";
    return newEntries(before, after).length === 0 && { message, expected: "an entry" };
  },
);

rule(
  "balance-falls",
  "the balance falls by what the history says a chat completion cost",
  {
    ...money,
    requirements: ["R1.1", "R5.1", "R8.3"],
    reads: [settled, before, whole.history],
    takesMissing: true,
    after: "cost-recorded",
  },
  (settled, before, later) => {
    const others = newEntries(settled.history, later).length > bothCalls;
    return judgeFall(changeBetween(before, settled), { calls: 1, others });
  },
);

/** The entry of one call. Where there are more entries, which of them is ours can't be told. */
const ofEntry = { reads: [settled.history, before.history, limitedCall, listCall] } as const;

rule(
  "cost-is-price",
  "a chat completion costs what the model list says, if it has prices in points",
  { ...money, requirements: ["R8.3", "R2.7"], ...ofEntry, after: "balance-falls" },
  onEntry(({ entry, call, list }) => judgeCost({ entry, call, list })),
);

rule(
  "history-complete",
  "each chat completion, plain or streamed, has one entry in the history",
  {
    ...money,
    requirements: ["R8.3", "R4.4"],
    reads: [whole.history, settled.history, before.history, replyCall, streamCall],
    after: ["cost-recorded", "chat/reply/status", "chat/stream/status"],
  },
  judgeComplete,
);

rule(
  "streams-charged",
  "the balance falls by what the history says a plain and a streamed chat completion cost",
  {
    ...money,
    requirements: ["R8.3", "R5.1"],
    reads: [whole, settled, pageOne],
    takesMissing: true,
    after: ["balance-falls", "history-complete"],
  },
  (whole, settled, page) => {
    // Nothing of ours is entered between the last look at the balance and the page after it.
    const others = newEntries(whole.history, page).length > 0;
    return judgeFall(changeBetween(settled, whole), { calls: bothCalls, others });
  },
);

const afterTimes = { ...ofEntry, after: ["cost-recorded", "history-times"] } as const;

// An older form of the entry calls the name `app_name`; any other member that is the called model's name will do.
rule(
  "entry-model",
  "the entry of a chat completion names the model that was called, and no other of the list",
  afterTimes,
  onEntry(({ entry, asked, record, list }) => {
    const known = [asked, valueAt(record, "/metadata/display_name")];
    const name = entry.bot_name ?? entry.app_name;
    const isNamed = Object.values(entry).some((member) => known.some((each) => isSameName(member, each)));
    if (isNamed || typeof name !== "string") return undefined;
    const pointer = "/data/0/bot_name";
    if (name === "") return { message: "The name of the model is empty.", expected: asked, pointer };
    const isOther = recordNamed(list, name) !== undefined;
    const message = `The entry of a call of ${asked} names ${name}, which is ${isOther ? "another model of the list" : "none of its names"}.`;
    return (isOther || isUnlike(name, known)) && { message, expected: asked, actual: name, pointer };
  }),
);

rule(
  "entry-type",
  "the entry of a chat completion does not have the usage type of a chat or an app",
  afterTimes,
  onEntry(({ entry: { usage_type: actual } }) => {
    const message = `The entry of a call with an API key has the usage_type ${JSON.stringify(actual)}.`;
    const isOther = actual === "Chat" || actual === "Canvas App";
    return isOther && { message, expected: "API", actual, pointer: "/data/0/usage_type" };
  }),
);

rule(
  "entry-time",
  "the entry of a chat completion has the time of the call, and not that of another time zone",
  afterTimes,
  onEntry(({ entry, settled }) => {
    const actual = Number(entry.creation_time);
    if (!isHoursOff(actual / 1e6, settled.reply)) return undefined;
    const message = `The entry of a call that was made just now has the time ${new Date(actual / 1000).toISOString()}.`;
    return { message, expected: "about now", actual, pointer: "/data/0/creation_time" };
  }),
);

rule(
  "entry-usd",
  "if an entry has a cost in USD, it is about the price of its tokens in the model list",
  {
    ...money,
    requirements: ["R8.3", "R2.7"],
    ...ofEntry,
    after: ["cost-recorded", "history-times", "cost-is-price"],
  },
  onEntry(({ entry, record, call }) => {
    const [prompt = 0, completion = 0] = ["prompt", "completion"].map(
      (name) =>
        Number(valueAt(record, `/pricing/${name}`) ?? Number.NaN) *
        Number(valueAt(bodyOf(call.reply), `/usage/${name}_tokens`)),
    );
    const [price, cost] = [prompt + completion, Number(entry.cost_usd ?? Number.NaN)];
    if (!(price > 0) || !(cost > 0)) return skip("There is no price in USD, or no cost.");
    const [expected, actual] = [price.toPrecision(3), cost.toPrecision(3)];
    const message = `The call cost ${actual} USD by the history, and ${expected} USD by the model list.`;
    const isNear = cost < mostTimes * price && price < mostTimes * cost;
    return !isNear && { message, expected, actual, pointer: "/data/0/cost_usd" };
  }),
);

rule(
  "stream-entry",
  "the entries of a plain and a streamed chat completion name the same model",
  { topic: "money", reads: [whole.history, settled.history], after: ["history-complete", "entry-model"] },
  (whole, settled) => {
    const [actual, expected, ...others] = newEntries(settled, whole).map(({ bot_name }) => bot_name);
    if (typeof actual !== "string" || typeof expected !== "string" || others.length > 0) return undefined;
    const message = `The entries of a plain and a streamed call of the same model name ${expected} and ${actual}.`;
    return actual !== expected && { message, expected, actual, pointer: "/data/0/bot_name" };
  },
);

// The newer of the two entries is the stream's; what was cached by then makes it cheaper, and nothing dearer.
rule(
  "stream-cost",
  "a streamed chat completion of the same text costs no more than the plain one",
  {
    topic: "money",
    requirements: ["R8.3", "R4.4"],
    reads: [whole.history, settled.history, replyCall, streamCall],
    after: ["streams-charged", "history-ordered", "chat/stream/text"],
  },
  (whole, settled, plain, streamed) => {
    const costs = newEntries(settled, whole).map(({ cost_points }) => Number(cost_points));
    const [actual = 0, expected = 0] = costs;
    const text = joinedText(streamed.stream().payloads, "chat");
    const isSame = plainly(text) === plainly(plainText(bodyOf(plain.reply), "chat"));
    const message = `The same text cost ${actual} points in a stream and ${expected} in a plain reply.`;
    const isDearer = costs.length === bothCalls && isSame && expected > 0 && actual > 1.5 * expected + 1;
    return isDearer && { message, expected, actual, pointer: "/data/0/cost_points" };
  },
);

export const billingTopic: Topic = told;

/**
 * A second round tells what our own calls do from what others do at the same time: where the first round has a change and the
 * second has not, it was somebody else's, or a late cost.
 */
function judgeFree(unbilled: Account, first: Account, before: Account): Judged {
  const rounds = [changeBetween(first, unbilled), changeBetween(unbilled, before)];
  const [falls, counts] = [rounds.map(({ fall }) => fall), rounds.map(({ entries }) => entries.length)];
  const isEvery = (values: number[], value: number) => values.every((each) => each === value);
  if (isEvery(counts, 0) && isEvery(falls, 0)) return undefined;
  if (counts.every((count, round) => count === refusedTimes[round]))
    return {
      message: `Each of ${refusedTimes[0]} refused calls has an entry in the history, and so had ${refusedTimes[1]} more.`,
    };
  if (isEvery(counts, 1) && rounds.every(({ cost }) => cost === 0) && isEvery(falls, 0))
    // Others may have begun a call in both rounds.
    return { message: "Each look at the history has an entry in the history, too.", provenance: "inferred" };
  const message = `Calls that cost nothing took ${falls[0]} points from the balance, and then ${falls[1]} again, without an entry in the history.`;
  if (isEvery(counts, 0) && falls.every((fall) => fall > 0)) return { message, pointer: balanceAt };
  return usedByOthers;
}

function judgeFall(change: Change, { calls, others }: { calls: number; others: boolean }): Judged {
  const { entries, cost, fall } = change;
  if (Number.isNaN(fall)) return blocked("The balance was not told before and after the calls.");
  if (fall !== cost && (entries.length > calls || others)) return usedByOthers;
  const message = `The history says a cost of ${cost} points; the balance fell by ${fall}.`;
  return fall !== cost && { message, expected: cost, actual: fall, pointer: balanceAt };
}

/**
 * Two entries for one call, and again for each of two, or for the plain one of them, all of them alike: nobody else's calls
 * come in such step.
 */
function judgeComplete(whole: Exchange, settled: Exchange, before: Exchange): Judged {
  const [first, fresh] = [newEntries(before, settled), newEntries(settled, whole)];
  const [times, count] = [first.length, fresh.length];
  if (entriesIn(settled).length > 0 && count === entriesIn(whole).length)
    return skip("A page of the history is too short to tell.");
  if (count === bothCalls) return undefined;
  const isEach = times > 1 && count === times * bothCalls;
  if (isEach || (times > 1 && count === times + 1 && [first, fresh].every(hasTwins))) {
    const message = `Each ${isEach ? "" : "plain "}chat completion has ${times} entries in the history.`;
    return { message, expected: "one", actual: times, pointer: "/data" };
  }
  if (count > bothCalls) return usedByOthers;
  const message = `A plain and a streamed chat completion have ${count} new entries in the history.`;
  return { message, expected: bothCalls, actual: count, pointer: "/data" };
}

/** True where two entries have the same name and the same cost. */
function hasTwins(entries: Entry[]): boolean {
  const kinds = entries.map(({ bot_name, cost_points }) => `${bot_name} ${cost_points}`);
  return new Set(kinds).size < kinds.length;
}

/** The entry of one call, and the model that was called by its record. */
interface Entered extends Record<"settled" | "call", Exchange> {
  entry: Entry;
  asked: unknown;
  record: unknown;
  list: unknown;
}

function onEntry(judge: (entered: Entered) => Judged) {
  return (settled: Exchange, before: Exchange, call: Exchange, { reply }: Exchange): Judged => {
    const [entry, ...others] = newEntries(before, settled);
    if (entry === undefined || others.length > 0) return usedByOthers;
    const [asked, list] = [valueAt(sentIn(call), "/model"), bodyOf(reply)];
    return judge({ entry, asked, record: recordNamed(list, asked), list, settled, call });
  };
}

function isSameName(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase();
}

/** True for a name that does not even begin as those that the model list has of a model do, where it has one for people. */
function isUnlike(name: string, known: unknown[]): boolean {
  const beginning = (text: unknown) =>
    String(text)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "")
      .slice(0, 4);
  return typeof known[1] === "string" && known.every((each) => beginning(each) !== beginning(name));
}

/** Judges that the entry of a call has the cost that the model list says of its tokens, a tenth more or less. */
export function judgeCost({ entry, call, list }: { entry: unknown; call: Exchange; list: unknown }): Verdict {
  const model = valueAt(sentIn(call), "/model");
  const price = priceInPoints(list, model, valueAt(bodyOf(call.reply), "/usage"));
  if (price === undefined) return skip("The model list has no price in points for this model, or the reply no usage.");
  const [cost, expected] = [costOf([entry]), price.exact.toFixed(2)];
  const message = `The history says a cost of ${cost} points for ${model}; by the model list it is ${expected}.`;
  return passIf(isCostOf(price, cost), { message, expected, actual: cost, pointer: "/data/0/cost_points" });
}
