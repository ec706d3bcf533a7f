import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { entriesIn, idsIn } from "../../reading/account-reading.js";
import { recordsOf } from "../../reading/choose-model.js";
import { callOf } from "../../reading/describe.js";
import { priceInPoints } from "../../reading/price.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

/** How long entries are kept. */
const mostDays = 30;

const dayMs = 86_400_000;

const sinceFirst = ["service/history-last", "account/history-first"];

const othersEntries: Verdict = { outcome: "skip", reason: "The history has entries that are of no call of this run." };

/** What the history says of the run when all other calls were made. */
export const serviceHistoryRules: Rule[] = [
  ruleOnExchanges({
    id: "service/history-last/limit",
    sentence: "A history that gives pages of one entry gives pages of 100, too.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["service/history-last", "account/page-one"],
    after: "account/history-pages",
    judge: (_find, [last]) => {
      const status = last?.reply?.status;
      if (status === undefined || status === 200 || status === 429 || status === 503) return pass;
      const message = `A page of 100 entries is answered with ${status}, and one of one entry was given.`;
      return broken({ message, expected: "200", actual: String(status) });
    },
  }),
  ruleOnExchanges({
    id: "service/refused-not-entered",
    sentence: "Refused calls have no entry in the history.",
    requirements: ["R7.1", "R8.3", "R4.4"],
    provenance: "observed",
    exchanges: sinceFirst,
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered"],
    judge: judgeRefused,
  }),
  ruleOnExchanges({
    id: "service/entry-models",
    sentence: "The entries of calls of two models do not all have the same name.",
    requirements: ["R4.4", "R2.8"],
    // What a deployment writes there for people is its own affair.
    provenance: "inferred",
    exchanges: ["service/history-last", "account/history-first", "chat/other-model"],
    after: ["chat/other-model/status", "account/entry-model", "account/history-ordered"],
    judge: (find) => {
      const names = freshIn(find).map((entry) => valueAt(entry, "/bot_name"));
      const [name] = names;
      const isSame = names.length > 1 && typeof name === "string" && names.every((each) => each === name);
      if (!isSame || !isWhole(find)) return pass;
      return broken({
        message: `All entries since the run began have the name ${JSON.stringify(name)}, and calls of two models were made.`,
        actual: name,
        pointer: "/data/0/bot_name",
      });
    },
  }),
  ruleOnExchanges({
    id: "service/other-model-cost",
    sentence: "A chat completion of another model costs what the model list says of that one.",
    requirements: ["R8.3", "R2.7"],
    provenance: "observed",
    exchanges: ["service/history-last", "account/history-first", "chat/other-model", "models/list"],
    after: ["chat/other-model/status", "account/cost-is-price"],
    judge: judgeOtherCost,
  }),
  ruleOnExchanges({
    id: "service/history-age",
    sentence: `The history goes back no further than ${mostDays} days.`,
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["service/history-last"],
    after: "account/history-times",
    judge: (_find, [last]) => {
      const least = Date.now() - (mostDays + 1) * dayMs;
      const times = entriesIn(last?.reply).map((entry) => Number(valueAt(entry, "/creation_time")) / 1000);
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
  ruleOnExchanges({
    id: "service/history-clock",
    sentence: "Entries of calls that were made one after the other do not all have the same time.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: sinceFirst,
    after: "account/history-times",
    judge: (find) => {
      const times = freshIn(find).map((entry) => valueAt(entry, "/creation_time"));
      if (times.length < 4 || new Set(times).size > 1) return pass;
      const message = `${times.length} calls that were made one after the other have the time ${times[0]}.`;
      return broken({ message, actual: String(times[0]), pointer: "/data/0/creation_time" });
    },
  }),
  ruleOnExchanges({
    id: "service/history-usd",
    sentence: "Where entries have a cost in USD, it is the same share of the cost in points in each.",
    requirements: ["R4.4", "R2.8"],
    provenance: "inferred",
    exchanges: sinceFirst,
    after: "account/money-readable",
    judge: (find) => {
      const rates = freshIn(find)
        .map((entry) => Number(valueAt(entry, "/cost_usd")) / Number(valueAt(entry, "/cost_points")))
        .filter((rate) => Number.isFinite(rate));
      const [least, most] = [Math.min(...rates), Math.max(...rates)];
      if (rates.length < 2 || most <= 1.5 * least) return pass;
      const message = `A point costs ${least.toPrecision(3)} USD in one entry and ${most.toPrecision(3)} in another.`;
      return broken({ message, pointer: "/data/0/cost_usd" });
    },
  }),
];

/** What is newer than all that was there before: a page of 100 goes further back than the first page did. */
function freshIn(find: Find): unknown[] {
  const known = idsIn(find("account/history-first")?.reply);
  const last = find("service/history-last")?.reply;
  const at = idsIn(last).findIndex((id) => known.includes(id));
  return entriesIn(last).slice(0, at === -1 ? undefined : at);
}

/** True where the last page goes back to what was there before, or there was nothing. */
function isWhole(find: Find): boolean {
  const [first = [], last = []] = ["account/history-first", "service/history-last"].map((id) => idsIn(find(id)?.reply));
  return first.length === 0 || first.some((id) => last.includes(id));
}

/** What others enter at the same time does not come in the numbers of our own refusals. */
function judgeRefused(find: Find, all: Exchange[]): Verdict {
  const answers = all
    .filter(
      ({ plan, request }) =>
        (plan.operationId === "createChatCompletion" && request.method === "POST") || plan.isBilled,
    )
    .flatMap(({ request, reply, earlier }) => [...earlier, reply].map((each) => ({ request, reply: each })));
  const own = find("account/history-first")?.request.headers.authorization;
  const billed = answers.filter(({ reply }) => reply?.status === 200).length;
  const countOf = (isCounted: (answer: (typeof answers)[number]) => boolean) => answers.filter(isCounted).length;
  const refused = countOf(({ request, reply }) => reply?.status === 400 && request.headers.authorization === own);
  const forbidden = countOf(({ reply }) => reply?.status === 403);
  const fresh = freshIn(find);
  const extra = fresh.length - billed;
  if (extra <= 0 || !isWhole(find)) return pass;
  const free = fresh.filter((entry) => valueAt(entry, "/cost_points") === 0).length;
  const alike = countsAlike(all, own).find(({ count }) => count === extra && count > 2);
  const isOfRefused = extra === refused || alike !== undefined || (extra === free && extra > 2);
  if (!isOfRefused && extra !== forbidden) return othersEntries;
  return broken({
    message: `${billed} chat completions were answered, ${refused} refused for what they asked and ${forbidden} for the key; the history has ${extra} entries more than were answered${alike === undefined ? "" : `, as many as there were ${alike.what}`}.`,
    expected: String(billed),
    actual: String(billed + extra),
    pointer: "/data",
    // So few may be somebody else's.
    ...(!isOfRefused && { provenance: "inferred" as const }),
  });
}

/** How many free calls of a kind were made with the own key: what comes in just that number is of that kind. */
function countsAlike(all: Exchange[], own: string | undefined): { what: string; count: number }[] {
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
  return [...counts].map(([what, count]) => ({ what, count }));
}

function judgeOtherCost(find: Find): Verdict {
  const asked = valueAt(JSON.parse(find("chat/other-model")?.request.body ?? "null"), "/model");
  const list = bodyOf(find("models/list")?.reply);
  const record = recordsOf(list).find((each) => valueAt(each, "/id") === asked);
  const names = [asked, valueAt(record, "/metadata/display_name")].map((name) => String(name).toLowerCase());
  const entries = freshIn(find).filter((entry) => names.includes(String(valueAt(entry, "/bot_name")).toLowerCase()));
  const [entry] = entries;
  const price = priceInPoints(list, asked, valueAt(bodyOf(find("chat/other-model")?.reply), "/usage"));
  const cost = Number(valueAt(entry, "/cost_points"));
  if (entries.length !== 1 || price === undefined || !(cost > 0))
    return { outcome: "skip", reason: "There is no price in points for this model, or no entry that is surely its." };
  if (cost >= Math.min(price.least, 0.9 * price.exact) && cost <= Math.max(price.most, 1.1 * price.exact)) return pass;
  return broken({
    message: `The history says a cost of ${cost} points for ${String(asked)}; by the model list it is ${price.exact.toFixed(2)}.`,
    expected: price.exact.toFixed(2),
    actual: String(cost),
    pointer: "/data",
  });
}
