import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { bodyOf, judgeBody, judgeUnharmed, type Weight } from "../../checks/reply.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { entriesIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { historyCall, historyRead } from "../../requests/account-reads.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { whole } from "./readings.js";

/** The size of a page of the history, where no limit is asked for. */
const defaultSize = 20;

const about = { requirements: ["R4.4"], provenance: "observed" } as const;

const countIn = ({ reply }: Exchange) => entriesIn(reply).length;

const hasMore = ({ reply }: Exchange) => valueAt(bodyOf(reply), "/has_more");

/** True for a history that says of older entries; another one may be told whole. */
const isPaged = (page: Exchange | undefined) => page !== undefined && typeof hasMore(page) === "boolean";

/** No rule and no client needs the origin of an entry. */
export const weightOfEntry: Weight = ({ keyword, pointer }) =>
  keyword === "required" && pointer.endsWith("/usage_type") ? "inferred" : undefined;

export const pageOne: ExchangePlan = historyRead("account/page-one", [whole.balance], {
  says: "a request for the first entry of the history",
  call: { query: { limit: "1" } },
});

export const pageTwo: ExchangePlan = historyRead("account/page-two", [pageOne], {
  says: "a request for the two entries after it",
  write: (facts) => {
    const [id] = idsIn(facts.replyTo(pageOne.id));
    if (typeof id !== "string") return { because: "the first page has no entry to go on from", isNeedless: true };
    return historyCall(facts, { query: { limit: "2", starting_after: id } });
  },
});

const pageLast: ExchangePlan = historyRead("account/page-last", [whole.history], {
  says: "a request for the entries after the last one of the history",
  write: afterLast,
});

const pageOdd: ExchangePlan = historyRead("account/page-odd", [whole.history], {
  says: "a request for no entries of the history after one that does not exist",
  isValid: false,
  priority: 79,
  call: { query: { limit: "0", starting_after: "contract-tests-no-entry" } },
});

/** The history page by page. */
export const pageCalls: ExchangePlan[] = [pageOne, pageTwo, pageLast, pageOdd];

const pages = rule("account", "history-pages", {
  ...about,
  sentence: "pages of the history follow each other without an overlap or a gap",
  reads: { two: pageTwo, one: pageOne, whole: whole.history },
  takesMissing: true,
  after: ["history-ids", "history-ordered"],
  judge: judgePages,
});

/** Rules on a history that is read page by page. */
export const pageRules: Rule[] = [
  rule("account", "history-has-more", {
    ...about,
    sentence: "has_more of a page of the history says whether there are older entries",
    reads: { page: pageOne, whole: whole.history },
    after: pages,
    judge: ({ page, whole }) =>
      passIf(countIn(page) !== 1 || countIn(whole) <= 1 || hasMore(page) !== false, {
        message: "A page of one entry says that there is no more, and the history has more.",
        expected: true,
        actual: false,
        pointer: "/has_more",
      }),
  }),
  rule("account", "history-goes-on", {
    ...about,
    sentence: "if the history says that older entries exist, they can be read",
    reads: { page: pageLast, whole: whole.history },
    after: "history-ids",
    judge: ({ page, whole }) => {
      if (page.reply?.status !== 200) return { outcome: "skip", reason: "The deployment takes no starting_after." };
      const message = "The history says that there are older entries, and none comes after its last one.";
      const isOlder = newEntries(whole.reply, page.reply).length > 0;
      return passIf(isOlder, { message, expected: "an older entry", pointer: "/data" });
    },
  }),
  rule("account", "history-limit", {
    ...about,
    sentence: "a page of the history has no more entries than were asked for",
    reads: { page: pageOne, whole: whole.history },
    after: "free-calls",
    judge: ({ page, whole }) =>
      countIn(page) >= countIn(whole) && !isPaged(page)
        ? { outcome: "skip", reason: "The history is told whole, and has no pages." }
        : judgeCount(page, 1),
  }),
  rule(pageTwo, "limit", {
    ...about,
    sentence: "a later page of the history keeps to its limit as the first one does",
    reads: { page: pageTwo, first: pageOne },
    after: pages,
    judge: ({ page, first }) => (countIn(first) === 1 ? judgeCount(page, 2) : pass),
  }),
  rule(pageTwo, "schema", {
    ...about,
    sentence: "a later page of the history has the shape of the contract",
    requirements: ["R4.4", "R2.8"],
    reads: { page: pageTwo, first: pageOne },
    after: [pages, "account/history-times"],
    judge: ({ page }) => (page.reply?.status === 200 ? judgeBody(page, weightOfEntry) : pass),
  }),
  rule(pageOdd, "", {
    sentence: "a request for a page that can't exist does not make the server fail",
    requirements: ["R7.1", "R4.4"],
    provenance: "inferred",
    after: "account/money-readable",
    judge: (exchange) => judgeUnharmed(exchange, { expected: "200 or 400", but: [501, 503] }),
  }),
  pages,
  rule("account", "page-size", {
    sentence: `a page of the history without a limit has ${defaultSize} entries, where there are as many`,
    requirements: ["R4.4"],
    provenance: "inferred",
    reads: { whole: whole.history },
    after: "history-ids",
    judge: ({ whole }) => {
      const [actual, isLonger] = [countIn(whole), hasMore(whole) === true];
      const message = `A page that no limit was asked for has ${actual} entries${isLonger ? ", and there are more" : ""}.`;
      const isRight = actual === defaultSize || (actual < defaultSize && !isLonger);
      return passIf(isRight, { message, expected: defaultSize, actual, pointer: "/data" });
    },
  }),
];

function afterLast(facts: Facts): Call | CannotCall {
  const reply = facts.replyTo(whole.history.id);
  const id = idsIn(reply).at(-1);
  if (typeof id !== "string" || valueAt(bodyOf(reply), "/has_more") !== true)
    return { because: "the history says of no older entries", isNeedless: true };
  return historyCall(facts, { query: { starting_after: id } });
}

function judgeCount(page: Exchange, limit: number): Verdict {
  const [actual, expected] = [countIn(page), limit === 1 ? limit : `at most ${limit}`];
  const message = `A page with limit=${limit} has ${actual} entries.`;
  return passIf(actual <= limit, { message, expected, actual, pointer: "/data" });
}

function judgePages(read: Record<"one" | "two" | "whole", Exchange | undefined>): Verdict {
  const [one, two, whole] = [read.one, read.two, read.whole].map((page) => idsIn(page?.reply));
  if (one === undefined || two === undefined || whole === undefined || whole.length < 3)
    return { outcome: "skip", reason: "The history has too few entries for two pages." };
  const [first] = one;
  if (one.length !== 1) {
    const message = `The page after the entry ${JSON.stringify(first)} begins with it again.`;
    return isPaged(read.one) && first !== undefined && first === two[0]
      ? broken({ message, expected: "an older entry", actual: two[0], pointer: "/data/0/query_id" })
      : { outcome: "skip", reason: "The deployment gives pages of its own size." };
  }
  if (first !== whole[0])
    return { outcome: "inconclusive", reason: "Other calls were entered in the history meanwhile." };
  const rest = whole.slice(1, 1 + Math.max(1, two.length));
  const at = rest.findIndex((id, index) => id !== two[index]);
  const [expected, actual] = [rest[at], two[at]];
  const message = `After the entry ${JSON.stringify(first)} comes ${JSON.stringify(actual)}; in the whole history it is ${JSON.stringify(expected)}.`;
  return passIf(at === -1, { message, expected, actual: `${actual}`, pointer: `/data/${at}/query_id` });
}
