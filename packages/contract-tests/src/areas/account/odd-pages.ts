import { valueAt } from "@model-access/contract";
import { conditions } from "../../checks/conditions.js";
import { type Find, planned, ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { judgeErrorForm } from "../../checks/invalid-request-rules.js";
import { bodyOf } from "../../checks/reply.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { entriesIn, idsIn } from "../../reading/account-reading.js";
import { historyCall } from "../../requests/account-reads.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

/** The most entries that a page may have. */
const mostEntries = 100;

/** Sizes of a page that aren't allowed: known deployments have 1 to 100. */
const oddLimits = [
  { name: "limit-zero", limit: "0" },
  { name: "limit-over-100", limit: "101" },
  { name: "limit-negative", limit: "-1" },
  { name: "limit-text", limit: "many" },
];

const limits = oddLimits.map(({ name }) => `account/${name}`);

const oddPage = (name: string, says: string, write: (facts: Facts) => Call | CannotCall): ExchangePlan => ({
  id: `account/${name}`,
  operationId: "listPointsHistory",
  says,
  isValid: false,
  priority: 80,
  needs: ["account/history-whole"],
  write,
});

const cursorUnknownCall: ExchangePlan = oddPage(
  "cursor-unknown",
  "a request for the history after an entry that there is not",
  (facts) => ({
    ...historyCall(facts),
    query: { starting_after: "contract-tests-no-entry" },
  }),
);

const historyOf100Call: ExchangePlan = {
  ...oddPage("history-of-100", "a request for 100 entries of the history", all),
  isValid: true,
};

const pageAfterEndCall: ExchangePlan = {
  ...oddPage("page-after-end", "a request for the history after its oldest entry", afterEnd),
  isValid: true,
  needs: ["account/history-of-100"],
};

/** Pages of the history that don't exist, one thing wrong with each, when all else is judged. */
export const oddPageCalls: ExchangePlan[] = [
  ...oddLimits.map(({ name, limit }) =>
    oddPage(name, `a request for the history with the limit ${limit}`, (facts) => ({
      ...historyCall(facts),
      query: { limit },
    })),
  ),
  cursorUnknownCall,
  historyOf100Call,
  pageAfterEndCall,
];

const plan = planned(oddPageCalls);

/** What becomes of pages that don't exist. Their range is known from deployments, what is refused from no one. */
export const oddPageRules: Rule[] = [
  ...[...limits, "account/cursor-unknown"].map((id) => ({
    ...ruleOn(plan(id), {
      sentence: `${plan(id).says} is answered or refused, and breaks nothing`,
      requirements: ["R4.4", "R7.1"],
      provenance: "observed",
      judge: ({ reply }) => {
        const status = reply?.status ?? 0;
        if (status < 500 || status === 503) return pass;
        const message = `${plan(id).says} was answered with ${status}.`;
        return broken({ message, expected: "200 or 400", actual: String(status) });
      },
    }),
    after: ["account/money-readable", "account/page-odd"],
  })),
  {
    ...ruleOn(plan("account/limit-over-100"), {
      name: "error",
      sentence: "a history that refuses a limit out of its range says so by an error of the documented form",
      requirements: ["R2.14", "R7.4"],
      provenance: "stated",
      judge: judgeLimitError,
    }),
    after: [
      "account/limit-over-100",
      "chat/refused/temperature-over-2/media-type",
      "chat/refused/temperature-over-2/code",
    ],
  },
  ruleOnExchanges({
    id: "account/limit-zero/as-others",
    sentence: "A history that refuses all other limits which are no size of a page refuses each of them.",
    requirements: ["R4.4", "R7.1"],
    provenance: "inferred",
    exchanges: limits,
    after: limits,
    judge: judgeLimits,
  }),
  ruleOnExchanges({
    id: "account/limit-over-100/heeded",
    sentence: "A history that refuses a limit out of its range heeds one that is in it.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/limit-over-100", "account/page-one"],
    after: "account/limit-over-100",
    judge: (find, [over]) => {
      const page = find("account/page-one");
      const count = idsIn(page?.reply).length;
      if (over?.reply?.status !== 400 || page?.reply?.status !== 200 || count <= 1) return pass;
      return broken({
        message: `The limit 101 is refused, and a page with limit=1 has ${count} entries.`,
        expected: "1",
        actual: String(count),
        pointer: "/data",
        exchange: page,
      });
    },
  }),
  ruleOnExchanges({
    id: "account/page-after-end/empty",
    sentence: "After the oldest entry of the history none comes that came before.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/page-after-end", "account/history-of-100"],
    after: ["account/history-ids", "account/history-pages"],
    judge: (find, [page]) => {
      if (page?.reply?.status !== 200) return { outcome: "skip", reason: "The deployment takes no starting_after." };
      const known = idsIn(find("account/history-of-100")?.reply);
      const at = idsIn(page.reply).findIndex((id) => known.includes(id));
      if (at === -1) return pass;
      return broken({
        message: `After the oldest entry comes ${JSON.stringify(idsIn(page.reply)[at])}, which is a newer one.`,
        expected: "no entry",
        actual: String(idsIn(page.reply)[at]),
        pointer: `/data/${at}/query_id`,
      });
    },
  }),
  ruleOnExchanges({
    id: "account/page-after-end/has-more",
    sentence: "A page without entries does not say that there are older ones.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/page-after-end"],
    after: "account/page-after-end/empty",
    judge: (_find, [page]) => {
      const body = bodyOf(page?.reply);
      if (idsIn(page?.reply).length > 0 || valueAt(body, "/has_more") !== true) return pass;
      const message = "A page has no entries, and says that there are older ones.";
      return broken({ message, expected: "false", actual: "true", pointer: "/has_more" });
    },
  }),
];

function all(facts: Facts): Call {
  return { ...historyCall(facts), query: { limit: String(mostEntries) } };
}

function afterEnd(facts: Facts): Call | CannotCall {
  const entries = entriesIn(facts.replyTo("account/history-of-100"));
  const id = valueAt(entries.at(-1), "/query_id");
  return typeof id === "string" && entries.length < mostEntries
    ? { ...historyCall(facts), query: { starting_after: id } }
    : { because: "the history was not read to its end", isNeedless: true };
}

/** What a limit out of its range is called follows from the table, which does not name it. */
function judgeLimitError(exchange: Exchange): Verdict {
  if (exchange.reply?.status !== 400) return { outcome: "skip", reason: "The deployment takes such a limit." };
  const form = judgeErrorForm(exchange, "service");
  if (form.outcome !== "pass") return form;
  const { type, code } = conditions.outOfRange;
  for (const [pointer, expected] of Object.entries({ "/error/type": type, "/error/code": code })) {
    const actual = valueAt(bodyOf(exchange.reply), pointer);
    const message = `${pointer} is ${JSON.stringify(actual)}; expected "${expected}".`;
    if (actual !== expected)
      return broken({ message, expected, actual: String(actual), pointer, provenance: "observed" });
  }
  return pass;
}

/** A deployment that corrects what it can't serve does so with more than one of them. */
function judgeLimits(_find: Find, all: Parameters<Rule["judge"]>[0]): Verdict {
  const isTaken = ({ reply }: (typeof all)[number]) => reply?.status === 200;
  const taken = all.filter(isTaken);
  const [odd] = taken;
  const areRefused = all.filter((each) => !isTaken(each)).every(({ reply }) => reply?.status === 400);
  if (taken.length !== 1 || odd === undefined || !areRefused || all.length < limits.length) return pass;
  return broken({
    message: `${odd.plan.says} is answered, and all other limits that are no size of a page are refused.`,
    expected: "400",
    actual: "200",
    exchange: odd,
  });
}
