import { type PointsHistoryEntry, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { judgeRecords } from "../../checks/records.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { type Entry, entriesIn, entriesSince, idsIn } from "../../reading/account-reading.js";
import { recordNamed } from "../../reading/choose-model.js";
import { callOf } from "../../reading/describe.js";
import { sentIn } from "../../reading/said.js";
import type { Verdict } from "../../rule.js";
import { skip, story } from "../../story.js";
import { pageOne } from "../account/pages.js";
import { first, whole } from "../account/readings.js";
import { otherModelCall } from "../chat/other-models.js";
import { listCall } from "../models/list.js";
import { answeredBefore } from "./all-calls.js";
import { historyLast } from "./balance.js";

/** Entries are kept so long. */
const mostDays = 30;

const dayMs = 86_400_000;

/** Skips a call that came after the history was read: a run that leaves areas out may make one for a rule that is judged late. */
export const calledLater = skip("The call was made after the history was read.");

/** Skips what can be told only where calls and entries are as many. */
export const unpaired = skip("The history does not have one entry for each answered call.");

export const ofRun = [historyLast, first.history] as const;

interface Entered {
  /** Newest first. */
  entries: Entry[];
  calls: Exchange[];
  /** True where the last page goes back to what was there before, or there was nothing. */
  isWhole: boolean;
  /** Entries come in the order of their calls: as long as there is one for each, they are paired. */
  pairs?: { call: Exchange; entry: Entry | undefined }[];
}

/** Reads from the history after a run and before it what came into it meanwhile. */
export function enteredIn(last: Exchange, first: Exchange, all: Exchange[] = []): Entered {
  const entries = entriesSince(first, last);
  const calls = answeredBefore(last, all);
  const [before, after] = [idsIn(first), idsIn(last)];
  const isWhole = before.length === 0 || before.some((id) => after.includes(id));
  const isPaired = isWhole && calls.length === entries.length;
  const pairs = calls.map((call, at) => ({ call, entry: entries.at(-1 - at) }));
  return { entries, calls, isWhole, ...(isPaired && { pairs }) };
}

const told = story("service", { requirements: ["R4.4"], provenance: "observed" });
const { all, rule } = told;

export const historyTopic: Topic = told;

rule(
  "history-last/limit",
  "a history that gives pages of one entry gives pages of 100, too",
  { reads: [historyLast, pageOne], after: "account/history-pages" },
  ({ reply }) => {
    const status = reply?.status;
    const message = `A page of 100 entries is answered with ${status}, and one of one entry was given.`;
    return status !== undefined && ![200, 429, 503].includes(status) && { message, expected: 200, actual: status };
  },
);

// Entries of other users do not come in the numbers of our own refusals.
all(
  "refused-not-entered",
  "refused calls have no entry in the history",
  {
    topic: "money",
    requirements: ["R7.1", "R8.3", "R4.4"],
    reads: ofRun,
    after: ["account/history-complete", "account/history-ordered"],
  },
  (all, last, first) => {
    const answers = all
      .filter(
        ({ plan, request }) =>
          plan.isBilled || (plan.operationId === "createChatCompletion" && request.method === "POST"),
      )
      .flatMap(({ request, reply, earlier }) => [...earlier, reply].map((each) => ({ request, status: each?.status })));
    const own = first.request.headers.authorization;
    const countOf = (wanted: number, key?: string) =>
      answers.filter(({ status, request }) => status === wanted && key === (key && request.headers.authorization))
        .length;
    const [billed, refused, forbidden] = [countOf(200), countOf(400, own), countOf(403)];
    const { entries, isWhole } = enteredIn(last, first);
    const extra = entries.length - billed;
    if (extra <= 0 || !isWhole) return undefined;
    const free = entries.filter(({ cost_points }) => cost_points === 0).length;
    const alike = extra > 2 ? kindOfCount(all, { own, count: extra }) : undefined;
    const isOfRefused = extra === refused || alike !== undefined || (extra === free && extra > 2);
    if (!isOfRefused && extra !== forbidden) return skip("The history has entries that are of no call of this run.");
    const asMany = alike === undefined ? "" : `, as many as there were ${alike}`;
    return {
      message: `${billed} chat completions were answered, ${refused} refused for what they asked and ${forbidden} for the key; the history has ${extra} entries more than were answered${asMany}.`,
      expected: billed,
      actual: billed + extra,
      pointer: "/data",
      // So few may be somebody else's.
      ...(!isOfRefused && { provenance: "inferred" }),
    };
  },
);

rule(
  "entry-models",
  "the entries of calls of two models do not all have the same name",
  {
    topic: "money",
    requirements: ["R4.4", "R2.8"],
    // What a deployment writes there for people is its own affair.
    provenance: "inferred",
    reads: [...ofRun, otherModelCall],
    after: ["chat/other-model/status", "account/entry-model", "account/history-ordered"],
  },
  (last, first, other) => {
    if (other.beganAt > last.beganAt) return calledLater;
    const { entries, isWhole } = enteredIn(last, first);
    const actual = entries[0]?.bot_name;
    const isSame =
      entries.length > 1 && typeof actual === "string" && entries.every(({ bot_name }) => bot_name === actual);
    const message = `All entries since the run began have the name ${JSON.stringify(actual)}, and calls of two models were made.`;
    return isSame && isWhole && { message, actual, pointer: "/data/0/bot_name" };
  },
);

rule(
  "history-age",
  `the history goes back no further than ${mostDays} days`,
  { reads: [historyLast], after: "account/history-times" },
  ({ reply }) => {
    const least = Date.now() - (mostDays + 1) * dayMs;
    const timeOf = (entry: Entry | undefined) => Number(entry?.creation_time) / 1000;
    return judgeRecords<PointsHistoryEntry>(reply, (entry, at, [newest]) => {
      // Where the newest is no younger, the times are those of a recording.
      if (!(timeOf(entry) < least) || !(timeOf(newest) > least)) return undefined;
      const message = `Entry ${at} of the history is ${Math.floor((Date.now() - timeOf(entry)) / dayMs)} days old.`;
      return { message, expected: `at most ${mostDays} days`, pointer: "/creation_time" };
    });
  },
);

rule(
  "history-stays",
  "an entry of the history keeps its time and the name of its model",
  { reads: [first.history, whole.history, historyLast], after: ["account/history-times", "account/history-ids"] },
  (first, whole, last) => {
    const verdict = judgeStays(first, whole);
    return verdict.outcome === "pass" ? judgeStays(whole, last) : verdict;
  },
);

// A call of a model that the list has by another name may be one of any.
all(
  "entry-names",
  "no more entries have the name of a model than calls of it were made",
  {
    requirements: ["R4.4", "R2.8"],
    reads: [...ofRun, listCall],
    after: ["account/history-complete", "account/history-ordered", "account/entry-model"],
  },
  (all, last, first, { reply }) => {
    const { entries, calls, pairs } = enteredIn(last, first, all);
    if (pairs === undefined) return unpaired;
    const called = calls.map((call) => recordNamed(bodyOf(reply), modelOf(call)));
    const entered = entries.map(({ bot_name }) => recordNamed(bodyOf(reply), bot_name));
    for (const [at, record] of entered.entries()) {
      const actual = entered.filter((each) => each === record).length;
      const expected = called.filter((each) => each === undefined || each === record).length;
      if (record === undefined || actual <= expected) continue;
      const message = `${actual} entries since the run began have the name ${JSON.stringify(entries[at]?.bot_name)}, and at most ${expected} calls of that model were answered.`;
      return { message, expected, actual, pointer: "/data/0/bot_name" };
    }
    return undefined;
  },
);

rule(
  "history-clock",
  "entries of consecutive calls do not all have the same time",
  { reads: ofRun, after: "account/history-times" },
  (last, first) => {
    const times = enteredIn(last, first).entries.map(({ creation_time }) => creation_time);
    const [actual] = times;
    const message = `${times.length} calls that were made one after the other have the time ${actual}.`;
    const isStopped = times.length >= 4 && new Set(times).size === 1;
    return isStopped && { message, actual, pointer: "/data/0/creation_time" };
  },
);

rule(
  "history-usd",
  "if entries have a cost in USD, a point costs the same in each",
  { requirements: ["R4.4", "R2.8"], provenance: "inferred", reads: ofRun, after: "account/money-readable" },
  (last, first) => {
    const rates = enteredIn(last, first)
      .entries.map(({ cost_usd, cost_points }) => Number(cost_usd) / Number(cost_points))
      .filter((rate) => Number.isFinite(rate));
    const [least, most] = [Math.min(...rates), Math.max(...rates)];
    const message = `A point costs ${least.toPrecision(3)} USD in one entry and ${most.toPrecision(3)} in another.`;
    return rates.length > 1 && most > 1.5 * least && { message, pointer: "/data/0/cost_usd" };
  },
);

function judgeStays(earlier: Exchange, later: Exchange): Verdict {
  const known = new Map(entriesIn(earlier).map((entry) => [entry.query_id, entry]));
  return judgeRecords<PointsHistoryEntry>(later.reply, (entry) => {
    for (const member of ["creation_time", "bot_name"] as const) {
      const [expected, actual] = [known.get(entry.query_id)?.[member], entry[member]];
      if (expected === undefined || actual === expected) continue;
      const message = `An entry has the ${member} ${JSON.stringify(expected)}, and ${JSON.stringify(actual)} when it is read again.`;
      return { message, expected, actual, pointer: `/${member}`, exchange: later };
    }
    return undefined;
  });
}

function modelOf(call: Exchange): unknown {
  if (call.plan.operationId !== "queryBot") return valueAt(sentIn(call), "/model");
  return decodeURIComponent(new URL(call.request.url).pathname.split("/").at(-1) ?? "");
}

/** The kind of free calls of which just so many were made with the own key: what comes in that number is of that kind. */
function kindOfCount(all: Exchange[], { own, count }: { own: string | undefined; count: number }): string | undefined {
  const kinds = all
    .filter(({ request }) => request.headers.authorization === own)
    .flatMap(({ plan, reply, earlier }) =>
      [...earlier, reply].flatMap((each) => {
        const isRefused = each !== undefined && each.status >= 400 && each.status < 500;
        const isFree = isRefused || (!plan.isBilled && each?.status === 200);
        return isFree ? [`${isRefused ? "refusals" : "answers"} of ${callOf({ plan })}`] : [];
      }),
    );
  return kinds.find((kind) => kinds.filter((each) => each === kind).length === count);
}
