import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { judgeCost } from "../../checks/price.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { entriesIn, idsIn } from "../../reading/account-reading.js";
import { recordsOf } from "../../reading/choose-model.js";
import { callOf } from "../../reading/describe.js";
import { priceInPoints } from "../../reading/price.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { pageOne } from "../account/pages.js";
import { historyFirst } from "../account/readings.js";
import { otherModelCall } from "../chat/other-model.js";
import { replyCall as messageCall } from "../messages/reply.js";
import { listCall } from "../models/list.js";
import { historyLast } from "./balance.js";

/** Entries are kept so long. */
const mostDays = 30;

const dayMs = 86_400_000;

/** Calls of the same model differ in their length, and so in their cost, by less than this. */
const mostTimes = 50;

/** The history before the run and after it. */
type Told = Record<"first" | "last", Exchange>;

const sinceFirst = { last: historyLast, first: historyFirst };

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
      if (status === undefined || [200, 429, 503].includes(status)) return pass;
      const message = `A page of 100 entries is answered with ${status}, and one of one entry was given.`;
      return broken({ message, expected: "200", actual: String(status) });
    },
  }),
  rule("service", "refused-not-entered", {
    ...about,
    sentence: "refused calls have no entry in the history",
    requirements: ["R7.1", "R8.3", "R4.4"],
    reads: sinceFirst,
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered"],
    judge: judgeRefused,
  }),
  rule("service", "entry-models", {
    sentence: "the entries of calls of two models do not all have the same name",
    requirements: ["R4.4", "R2.8"],
    // What a deployment writes there for people is its own affair.
    provenance: "inferred",
    reads: { ...sinceFirst, other: otherModelCall },
    after: ["chat/other-model/status", "account/entry-model", "account/history-ordered"],
    judge: (read) => {
      const names = freshIn(read).map((entry) => valueAt(entry, "/bot_name"));
      const [name] = names;
      const isSame = names.length > 1 && typeof name === "string" && names.every((each) => each === name);
      if (!isSame || !isWhole(read)) return pass;
      return broken({
        message: `All entries since the run began have the name ${JSON.stringify(name)}, and calls of two models were made.`,
        actual: name,
        pointer: "/data/0/bot_name",
      });
    },
  }),
  rule("service", "other-model-cost", {
    ...about,
    sentence: "a chat completion of another model costs what the model list says for it",
    requirements: ["R8.3", "R2.7"],
    reads: { ...sinceFirst, call: otherModelCall, list: listCall },
    after: ["chat/other-model/status", "account/cost-is-price"],
    judge: (read) => {
      const list = bodyOf(read.list.reply);
      const [entry, ...others] = entriesOfModel(read, list);
      if (others.length > 0 || !(Number(valueAt(entry, "/cost_points")) > 0))
        return { outcome: "skip", reason: "There is no entry that is surely that of this model." };
      return judgeCost({ entry, call: read.call, list });
    },
  }),
  rule("service", "message-cost", {
    ...about,
    sentence: "messages cost about what the model list says for their model",
    requirements: ["R8.3", "R2.7"],
    reads: { ...sinceFirst, call: messageCall, list: listCall },
    after: ["messages/reply/status", "account/history-ordered"],
    judge: judgeMessageCost,
  }),
  rule("service", "history-age", {
    ...about,
    sentence: `the history goes back no further than ${mostDays} days`,
    reads: { last: historyLast },
    after: "account/history-times",
    judge: ({ last }) => {
      const least = Date.now() - (mostDays + 1) * dayMs;
      const times = entriesIn(last.reply).map((entry) => Number(valueAt(entry, "/creation_time")) / 1000);
      // Where the newest is no younger, the times are those of a recording.
      const isOfNow = (times[0] ?? 0) > least;
      const at = isOfNow ? times.findIndex((ms) => ms < least) : -1;
      if (at === -1) return pass;
      return broken({
        message: `Entry ${at} of the history is ${Math.floor((Date.now() - (times[at] ?? 0)) / dayMs)} days old.`,
        expected: `at most ${mostDays} days`,
        pointer: `/data/${at}/creation_time`,
      });
    },
  }),
  rule("service", "history-clock", {
    ...about,
    sentence: "entries of consecutive calls do not all have the same time",
    reads: sinceFirst,
    after: "account/history-times",
    judge: (read) => {
      const times = freshIn(read).map((entry) => valueAt(entry, "/creation_time"));
      if (times.length < 4 || new Set(times).size > 1) return pass;
      const message = `${times.length} calls that were made one after the other have the time ${times[0]}.`;
      return broken({ message, actual: String(times[0]), pointer: "/data/0/creation_time" });
    },
  }),
  rule("service", "history-usd", {
    sentence: "where entries have a cost in USD, a point costs the same in each",
    requirements: ["R4.4", "R2.8"],
    provenance: "inferred",
    reads: sinceFirst,
    after: "account/money-readable",
    judge: (read) => {
      const rates = freshIn(read)
        .map((entry) => Number(valueAt(entry, "/cost_usd")) / Number(valueAt(entry, "/cost_points")))
        .filter((rate) => Number.isFinite(rate));
      const [least, most] = [Math.min(...rates), Math.max(...rates)];
      if (rates.length < 2 || most <= 1.5 * least) return pass;
      const message = `A point costs ${least.toPrecision(3)} USD in one entry and ${most.toPrecision(3)} in another.`;
      return broken({ message, pointer: "/data/0/cost_usd" });
    },
  }),
];

/** The entries that are newer than all that were there before: a page of 100 goes further back than the first page did. */
function freshIn({ first, last }: Told): unknown[] {
  const known = idsIn(first.reply);
  const at = idsIn(last.reply).findIndex((id) => known.includes(id));
  return entriesIn(last.reply).slice(0, at === -1 ? undefined : at);
}

/** True where the last page goes back to what was there before, or there was nothing. */
function isWhole({ first, last }: Told): boolean {
  const [before, after] = [idsIn(first.reply), idsIn(last.reply)];
  return before.length === 0 || before.some((id) => after.includes(id));
}

const modelOf = (call: Exchange) => valueAt(JSON.parse(call.request.body ?? "null"), "/model");

/** The new entries that have a name of the model that was called. */
function entriesOfModel(read: Told & { call: Exchange }, list: unknown): unknown[] {
  const asked = modelOf(read.call);
  const record = recordsOf(list).find((each) => valueAt(each, "/id") === asked);
  const names = [asked, valueAt(record, "/metadata/display_name")].map((name) => String(name).toLowerCase());
  return freshIn(read).filter((entry) => names.includes(String(valueAt(entry, "/bot_name")).toLowerCase()));
}

/** Several messages of a model differ in length, so that only prices of another unit show. */
function judgeMessageCost(read: Told & Record<"call" | "list", Exchange>): Verdict {
  const list = bodyOf(read.list.reply);
  const usage = valueAt(bodyOf(read.call.reply), "/usage");
  const [prompt_tokens, completion_tokens] = ["/input_tokens", "/output_tokens"].map((at) => valueAt(usage, at));
  const price = priceInPoints(list, modelOf(read.call), { prompt_tokens, completion_tokens });
  const costs = entriesOfModel(read, list).map((entry) => Number(valueAt(entry, "/cost_points")));
  if (price === undefined || costs.length === 0)
    return { outcome: "skip", reason: "There is no price in points for this model, or no entry that is surely its." };
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  if (least <= mostTimes * price.most && mostTimes * most >= price.exact) return pass;
  return broken({
    message: `A message costs ${price.exact.toFixed(2)} points by the model list; the entries of its model have costs of ${least} to ${most}.`,
    expected: price.exact.toFixed(2),
    actual: String(most),
    pointer: "/data",
  });
}

/** Counts new entries: those of other users do not come in the numbers of our own refusals. */
function judgeRefused(read: Told, all: Exchange[]): Verdict {
  const answers = all
    .filter(
      ({ plan, request }) =>
        (plan.operationId === "createChatCompletion" && request.method === "POST") || plan.isBilled,
    )
    .flatMap(({ request, reply, earlier }) => [...earlier, reply].map((each) => ({ request, reply: each })));
  const own = read.first.request.headers.authorization;
  const countOf = (isCounted: (answer: (typeof answers)[number]) => boolean) => answers.filter(isCounted).length;
  const billed = countOf(({ reply }) => reply?.status === 200);
  const refused = countOf(({ request, reply }) => reply?.status === 400 && request.headers.authorization === own);
  const forbidden = countOf(({ reply }) => reply?.status === 403);
  const fresh = freshIn(read);
  const extra = fresh.length - billed;
  if (extra <= 0 || !isWhole(read)) return pass;
  const free = fresh.filter((entry) => valueAt(entry, "/cost_points") === 0).length;
  const alike = extra > 2 ? kindOfCount(all, { own, count: extra }) : undefined;
  const isOfRefused = extra === refused || alike !== undefined || (extra === free && extra > 2);
  if (!isOfRefused && extra !== forbidden)
    return { outcome: "skip", reason: "The history has entries that are of no call of this run." };
  return broken({
    message: `${billed} chat completions were answered, ${refused} refused for what they asked and ${forbidden} for the key; the history has ${extra} entries more than were answered${alike === undefined ? "" : `, as many as there were ${alike}`}.`,
    expected: String(billed),
    actual: String(billed + extra),
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
