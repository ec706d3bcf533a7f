import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { refusalFor } from "../../checks/reasons.js";
import { judgeRecords } from "../../checks/records.js";
import { judgeErrorForm, judgeNamed } from "../../checks/refusal-rules.js";
import { bodyOf, judgeUnharmed } from "../../checks/reply.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { idsIn, newEntries } from "../../reading/account-reading.js";
import { historyCall, historyRead } from "../../requests/account-reads.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { pageOne, pageTwo } from "./pages.js";
import { whole } from "./readings.js";

/** The most entries that a page may have. */
const mostEntries = 100;

const about = { requirements: ["R4.4"], provenance: "observed" } as const;

const oddPage = (name: string, says: string, query: Record<string, string>, priority = 80): ExchangePlan =>
  historyRead(`account/${name}`, [whole.history], {
    says,
    isValid: false,
    priority,
    call: { query },
  });

const ofLimit = (name: string, limit: string, priority?: number) =>
  oddPage(`limit-${name}`, `a request for the history with the limit ${limit}`, { limit }, priority);

/** Those that are made before the rest: what comes of them harms clients most. */
const early = 6;

/** Sizes of a page that aren't allowed: known deployments have 1 to 100. */
const limitZero = ofLimit("zero", "0");
const limitOver100 = ofLimit("over-100", String(mostEntries + 1), early);
const oddLimits = [limitZero, limitOver100, ofLimit("negative", "-1"), ofLimit("text", "many")];

const cursorUnknown = oddPage(
  "cursor-unknown",
  "a request for the history after an entry that does not exist",
  { starting_after: "contract-tests-no-entry" },
  early,
);

const historyOf100: ExchangePlan = {
  ...oddPage("history-of-100", "a request for 100 entries of the history", { limit: String(mostEntries) }),
  isValid: true,
};

const pageAfterEnd: ExchangePlan = {
  ...oddPage("page-after-end", "a request for the history after its oldest entry", {}),
  isValid: true,
  needs: [historyOf100.id],
  write: (facts) => {
    const ids = idsIn(facts.replyTo(historyOf100.id));
    const last = ids.at(-1);
    return typeof last === "string" && ids.length < mostEntries
      ? historyCall(facts, { query: { starting_after: last } })
      : { because: "the history was not read to its end", isNeedless: true };
  },
};

/** Pages of the history that don't exist, one thing wrong with each, when all else is judged. */
export const oddPageCalls: ExchangePlan[] = [...oddLimits, cursorUnknown, historyOf100, pageAfterEnd];

const answered = (plan: ExchangePlan) =>
  rule(plan, "", {
    sentence: `${plan.says} is answered or refused, and does not make the server fail`,
    requirements: ["R4.4", "R7.1"],
    provenance: "observed",
    after: ["account/money-readable", ...(plan.priority === early ? [] : ["account/page-odd"])],
    judge: (exchange) => judgeUnharmed(exchange, { expected: "200 or 400", but: [503] }),
  });

const limitRules = oddLimits.map(answered);

const afterEndIsEmpty = rule(pageAfterEnd, "empty", {
  ...about,
  sentence: "the page after the oldest entry of the history repeats no entry",
  reads: { page: pageAfterEnd, whole: historyOf100 },
  after: ["account/history-ids", "account/history-pages"],
  judge: ({ page, whole }) => {
    if (page.reply?.status !== 200) return { outcome: "skip", reason: "The deployment takes no starting_after." };
    const known = idsIn(whole.reply);
    return judgeRecords(page.reply, (entry) => {
      const actual = valueAt(entry, "/query_id");
      if (!known.includes(actual)) return undefined;
      const message = `After the oldest entry comes ${JSON.stringify(actual)}, which is a newer one.`;
      return { message, expected: "no entry", actual, pointer: "/query_id" };
    });
  },
});

/** Rules on pages that don't exist. Their range is known from deployments; which of them are refused is not. */
export const oddPageRules: Rule[] = [
  ...limitRules,
  answered(cursorUnknown),
  rule(cursorUnknown, "not-first", {
    requirements: ["R4.4"],
    provenance: "inferred",
    // A client that goes on from an entry that is gone would begin again without end.
    sentence: "a history that goes on after an entry does not begin again after one that does not exist",
    reads: { unknown: cursorUnknown, one: pageOne, two: pageTwo, whole: whole.history },
    after: [cursorUnknown.id, "account/history-pages"],
    judge: judgeNotFirst,
  }),
  rule(limitOver100, "refused", {
    sentence: "a history that keeps to a limit refuses one over 100",
    requirements: ["R4.4", "R7.1"],
    provenance: "inferred",
    reads: { over: limitOver100, page: pageOne, whole: whole.history },
    after: limitOver100.id,
    judge: ({ over, page, whole }) => {
      const isHeeded = idsIn(page.reply).length === 1 && idsIn(whole.reply).length > 1;
      const message = "A page with limit=1 has one entry, and limit=101 is answered with 200.";
      return passIf(!isHeeded || over.reply?.status !== 200, { message, expected: 400, actual: 200 });
    },
  }),
  rule(limitOver100, "error", {
    sentence: "a history that refuses a limit out of its range says so by an error of the documented form",
    requirements: ["R2.14", "R7.4"],
    provenance: "stated",
    after: [limitOver100.id, "chat/refused/temperature-over-2/media-type", "chat/refused/temperature-over-2/code"],
    judge: judgeLimitError,
  }),
  rule(limitZero, "as-others", {
    sentence: "a history that refuses other limits outside 1 to 100 refuses each of them",
    requirements: ["R4.4", "R7.1"],
    provenance: "inferred",
    reads: oddLimits,
    after: limitRules,
    judge: judgeLimits,
  }),
  rule(limitOver100, "heeded", {
    ...about,
    sentence: "a history that refuses a limit out of its range keeps to one that is in it",
    reads: { over: limitOver100, page: pageOne, whole: whole.history },
    after: limitOver100.id,
    judge: ({ over, page, whole }) => {
      if (newEntries(whole.reply, page.reply).length > 0)
        return { outcome: "skip", reason: "Other calls were entered in the history meanwhile." };
      const actual = idsIn(page.reply).length;
      const message = `The limit 101 is refused, and a page with limit=1 has ${actual} entries.`;
      const isRight = over.reply?.status !== 400 || page.reply?.status !== 200 || actual <= 1;
      return passIf(isRight, { message, expected: 1, actual, pointer: "/data", exchange: page });
    },
  }),
  afterEndIsEmpty,
  rule(pageAfterEnd, "has-more", {
    ...about,
    sentence: "a page without entries does not say that there are older ones",
    after: afterEndIsEmpty,
    judge: ({ reply }) =>
      passIf(idsIn(reply).length > 0 || valueAt(bodyOf(reply), "/has_more") !== true, {
        message: "A page has no entries, and says that there are older ones.",
        expected: false,
        actual: true,
        pointer: "/has_more",
      }),
  }),
];

function judgeNotFirst(read: Record<"unknown" | "one" | "two" | "whole", Exchange>): Verdict {
  const [unknown, one, two, whole] = [read.unknown, read.one, read.two, read.whole].map(({ reply }) => idsIn(reply));
  const isHeeded = one?.length === 1 && two !== undefined && two.length > 0 && !two.includes(one[0]);
  if (!isHeeded || unknown === undefined || unknown.length === 0) return pass;
  const message = `After an entry that does not exist comes ${JSON.stringify(unknown[0])}, as on the first page.`;
  const isFirst = whole?.includes(unknown[0]) === true || unknown.includes(one[0]);
  return passIf(!isFirst, { message, expected: "400, or no entry", actual: unknown[0], pointer: "/data/0/query_id" });
}

/** The name of the error for a limit out of its range follows from the table, which does not list it. */
function judgeLimitError(exchange: Exchange): Verdict {
  if (exchange.reply?.status !== 400) return { outcome: "skip", reason: "The deployment takes such a limit." };
  const form = judgeErrorForm(exchange);
  if (form.outcome !== "pass") return form;
  return judgeNamed(exchange, refusalFor(exchange.plan.operationId, "outOfRange"), { provenance: "observed" });
}

/** A deployment that corrects what it can't serve does so with more than one of them. */
function judgeLimits(all: Exchange[]): Verdict {
  const withStatus = (status: number) => all.filter(({ reply }) => reply?.status === status);
  const [odd, ...others] = withStatus(200);
  if (odd === undefined || others.length > 0 || withStatus(400).length < oddLimits.length - 1) return pass;
  const message = `${odd.plan.says} is answered, and all other limits that are no size of a page are refused.`;
  return broken({ message, expected: 400, actual: 200, exchange: odd });
}
