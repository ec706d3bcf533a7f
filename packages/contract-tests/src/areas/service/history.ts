import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { judgeRecords } from "../../checks/records.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { entriesIn, entriesSince, idsIn } from "../../reading/account-reading.js";
import { recordNamed } from "../../reading/choose-model.js";
import { callOf } from "../../reading/describe.js";
import { parseJson } from "../../reading/parse-json.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
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
export const calledLater: Verdict = { outcome: "skip", reason: "The call was made after the history was read." };

/** Skips what can be told only where calls and entries are as many. */
export const unpaired: Verdict = {
  outcome: "skip",
  reason: "The history does not have one entry for each answered call.",
};

/** The history before the run and after it. */
export type Told = Record<"first" | "last", Exchange>;

export const sinceFirst = { last: historyLast, first: first.history };

const about = { requirements: ["R4.4"], provenance: "observed" } as const;

/** Rules on what the history says of the run when all other calls were made. */
export const serviceHistoryRules: Rule[] = [
  rule(historyLast, "limit", {
    ...about,
    sentence: "a history that gives pages of one entry gives pages of 100, too",
    reads: { last: historyLast, one: pageOne },
    after: "account/history-pages",
    judge: ({ last }) => {
      const status = last.reply?.status;
      const message = `A page of 100 entries is answered with ${status}, and one of one entry was given.`;
      const isRight = status === undefined || [200, 429, 503].includes(status);
      return passIf(isRight, { message, expected: 200, actual: status });
    },
  }),
  rule("service", "refused-not-entered", {
    topic: "money",
    ...about,
    sentence: "refused calls have no entry in the history",
    requirements: ["R7.1", "R8.3", "R4.4"],
    reads: sinceFirst,
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered"],
    judge: judgeRefused,
  }),
  rule("service", "entry-models", {
    topic: "money",
    sentence: "the entries of calls of two models do not all have the same name",
    requirements: ["R4.4", "R2.8"],
    // What a deployment writes there for people is its own affair.
    provenance: "inferred",
    reads: { ...sinceFirst, other: otherModelCall },
    after: ["chat/other-model/status", "account/entry-model", "account/history-ordered"],
    judge: (read) => {
      if (read.other.beganAt > read.last.beganAt) return calledLater;
      const names = freshIn(read).map((entry) => valueAt(entry, "/bot_name"));
      const [actual] = names;
      const isSame = names.length > 1 && typeof actual === "string" && names.every((each) => each === actual);
      const message = `All entries since the run began have the name ${JSON.stringify(actual)}, and calls of two models were made.`;
      return passIf(!isSame || !isWhole(read), { message, actual, pointer: "/data/0/bot_name" });
    },
  }),
  rule("service", "history-age", {
    ...about,
    sentence: `the history goes back no further than ${mostDays} days`,
    reads: { last: historyLast },
    after: "account/history-times",
    judge: ({ last }) => {
      const least = Date.now() - (mostDays + 1) * dayMs;
      const timeOf = (entry: unknown) => Number(valueAt(entry, "/creation_time")) / 1000;
      return judgeRecords(last.reply, (entry, at, [newest]) => {
        // Where the newest is no younger, the times are those of a recording.
        if (!(timeOf(entry) < least) || !(timeOf(newest) > least)) return undefined;
        const days = Math.floor((Date.now() - timeOf(entry)) / dayMs);
        const message = `Entry ${at} of the history is ${days} days old.`;
        return { message, expected: `at most ${mostDays} days`, pointer: "/creation_time" };
      });
    },
  }),
  rule("service", "history-stays", {
    ...about,
    sentence: "an entry of the history keeps its time and the name of its model",
    reads: { first: first.history, whole: whole.history, last: historyLast },
    after: ["account/history-times", "account/history-ids"],
    judge: ({ first, whole, last }) => {
      const verdict = judgeStays(first, whole);
      return verdict.outcome === "pass" ? judgeStays(whole, last) : verdict;
    },
  }),
  rule("service", "entry-names", {
    ...about,
    sentence: "no more entries have the name of a model than calls of it were made",
    requirements: ["R4.4", "R2.8"],
    reads: { ...sinceFirst, list: listCall },
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered", "account/entry-model"],
    judge: (read, all) => judgeNames(read, { all, list: bodyOf(read.list.reply) }),
  }),
  rule("service", "history-clock", {
    ...about,
    sentence: "entries of consecutive calls do not all have the same time",
    reads: sinceFirst,
    after: "account/history-times",
    judge: (read) => {
      const times = freshIn(read).map((entry) => valueAt(entry, "/creation_time"));
      const [actual] = times;
      const message = `${times.length} calls that were made one after the other have the time ${actual}.`;
      const isRight = times.length < 4 || new Set(times).size > 1;
      return passIf(isRight, { message, actual, pointer: "/data/0/creation_time" });
    },
  }),
  rule("service", "history-usd", {
    sentence: "if entries have a cost in USD, a point costs the same in each",
    requirements: ["R4.4", "R2.8"],
    provenance: "inferred",
    reads: sinceFirst,
    after: "account/money-readable",
    judge: (read) => {
      const rates = freshIn(read)
        .map((entry) => Number(valueAt(entry, "/cost_usd")) / Number(valueAt(entry, "/cost_points")))
        .filter((rate) => Number.isFinite(rate));
      const [least, most] = [Math.min(...rates), Math.max(...rates)];
      const message = `A point costs ${least.toPrecision(3)} USD in one entry and ${most.toPrecision(3)} in another.`;
      return passIf(rates.length < 2 || most <= 1.5 * least, { message, pointer: "/data/0/cost_usd" });
    },
  }),
];

/** The entries since the run began. */
export const freshIn = ({ first, last }: Told): unknown[] => entriesSince(first.reply, last.reply);

/** True where the last page goes back to what was there before, or there was nothing. */
export function isWhole({ first, last }: Told): boolean {
  const [before, after] = [idsIn(first.reply), idsIn(last.reply)];
  return before.length === 0 || before.some((id) => after.includes(id));
}

function judgeStays(earlier: Exchange, later: Exchange): Verdict {
  const known = new Map(entriesIn(earlier.reply).map((entry) => [valueAt(entry, "/query_id"), entry]));
  return judgeRecords(later.reply, (entry) => {
    for (const pointer of ["/creation_time", "/bot_name"]) {
      const [was, is] = [known.get(valueAt(entry, "/query_id")), entry].map((each) => valueAt(each, pointer));
      if (was === undefined || is === was) continue;
      const message = `An entry has the ${pointer.slice(1)} ${JSON.stringify(was)}, and ${JSON.stringify(is)} when it is read again.`;
      return { message, expected: was, actual: is, pointer, exchange: later };
    }
    return undefined;
  });
}

/** A call of a model that the list has by another name may be one of any. */
function judgeNames(read: Told, { all, list }: { all: Exchange[]; list: unknown }): Verdict {
  const fresh = freshIn(read);
  const calls = answeredBefore(read.last, all);
  if (!isWhole(read) || fresh.length !== calls.length) return unpaired;
  const called = calls.map(({ request, plan }) => recordNamed(list, nameIn({ request, plan })));
  const entered = fresh.map((entry) => recordNamed(list, valueAt(entry, "/bot_name")));
  for (const [at, record] of entered.entries()) {
    const actual = entered.filter((each) => each === record).length;
    const expected = called.filter((each) => each === undefined || each === record).length;
    if (record === undefined || actual <= expected) continue;
    const name = JSON.stringify(valueAt(fresh[at], "/bot_name"));
    const message = `${actual} entries since the run began have the name ${name}, and at most ${expected} calls of that model were answered.`;
    return broken({ message, expected, actual, pointer: "/data/0/bot_name" });
  }
  return pass;
}

/** The model or bot that a call asks. */
function nameIn({ request, plan }: Pick<Exchange, "request" | "plan">): unknown {
  if (plan.operationId === "queryBot") return decodeURIComponent(new URL(request.url).pathname.split("/").at(-1) ?? "");
  return valueAt(parseJson(request.body ?? ""), "/model");
}

/** Counts new entries: those of other users do not come in the numbers of our own refusals. */
function judgeRefused(read: Told, all: Exchange[]): Verdict {
  const answers = all
    .filter(
      ({ plan, request }) =>
        plan.isBilled || (plan.operationId === "createChatCompletion" && request.method === "POST"),
    )
    .flatMap(({ request, reply, earlier }) => [...earlier, reply].map((each) => ({ request, status: each?.status })));
  const own = read.first.request.headers.authorization;
  const countOf = (wanted: number, key?: string) =>
    answers.filter(({ status, request }) => status === wanted && key === (key && request.headers.authorization)).length;
  const [billed, refused, forbidden] = [countOf(200), countOf(400, own), countOf(403)];
  const fresh = freshIn(read);
  const extra = fresh.length - billed;
  if (extra <= 0 || !isWhole(read)) return pass;
  const free = fresh.filter((entry) => valueAt(entry, "/cost_points") === 0).length;
  const alike = extra > 2 ? kindOfCount(all, { own, count: extra }) : undefined;
  const isOfRefused = extra === refused || alike !== undefined || (extra === free && extra > 2);
  if (!isOfRefused && extra !== forbidden)
    return { outcome: "skip", reason: "The history has entries that are of no call of this run." };
  const asMany = alike === undefined ? "" : `, as many as there were ${alike}`;
  return broken({
    message: `${billed} chat completions were answered, ${refused} refused for what they asked and ${forbidden} for the key; the history has ${extra} entries more than were answered${asMany}.`,
    expected: billed,
    actual: billed + extra,
    pointer: "/data",
    // So few may be somebody else's.
    ...(!isOfRefused && { provenance: "inferred" as const }),
  });
}

/** The kind of free calls of which just so many were made with the own key: what comes in that number is of that kind. */
function kindOfCount(all: Exchange[], { own, count }: { own: string | undefined; count: number }): string | undefined {
  const counts = new Map<string, number>();
  for (const { plan, request, reply, earlier } of all) {
    if (request.headers.authorization !== own) continue;
    for (const each of [...earlier, reply]) {
      const isRefused = each !== undefined && each.status >= 400 && each.status < 500;
      if (!isRefused && (plan.isBilled || each?.status !== 200)) continue;
      const what = `${isRefused ? "refusals" : "answers"} of ${callOf({ plan })}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  }
  return [...counts].find(([, each]) => each === count)?.[0];
}
