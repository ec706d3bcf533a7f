// The pages that there are, and those that there aren't, are compared with each other.
import type { PointsHistoryEntry } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { refusalFor } from "../../checks/reasons.js";
import { judgeRecords } from "../../checks/records.js";
import { judgeErrorForm, judgeNamed } from "../../checks/refusal-rules.js";
import { judgeBody, judgeUnharmed, type Weight } from "../../checks/reply.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { entriesIn, idsIn, newEntries, pageIn } from "../../reading/account-reading.js";
import { historyCall, historyRead } from "../../requests/account-reads.js";
import type { Rule } from "../../rule.js";
import { inconclusive, type Judged, skip, story } from "../../story.js";
import { whole } from "./readings.js";

/** The size of a page of the history, where no limit is asked for, and the most entries that one may have. */
const defaultSize = 20;
const mostEntries = 100;

const noEntry = "contract-tests-no-entry";

const { add, rule, ...told } = story("account", { requirements: ["R4.4"], provenance: "observed" });

const page = (name: string, after: ExchangePlan, about: Parameters<typeof historyRead>[2]): ExchangePlan =>
  add(historyRead(`account/${name}`, [after], about))[0];

const countIn = (page: Exchange) => entriesIn(page).length;

/** True for a history that says of older entries; another one may be told whole. */
const isPaged = (page: Exchange | undefined) => typeof pageIn(page).has_more === "boolean";

/** No rule and no client needs the origin of an entry. */
export const weightOfEntry: Weight = ({ keyword, pointer }) =>
  keyword === "required" && pointer.endsWith("/usage_type") ? "inferred" : undefined;

export const pageOne = page("page-one", whole.balance, {
  says: "a request for the first entry of the history",
  call: { query: { limit: "1" } },
});

const pageTwo = page("page-two", pageOne, {
  says: "a request for the two entries after it",
  write: (facts) => {
    const [id] = idsIn(facts.replyTo(pageOne.id));
    if (typeof id !== "string") return { because: "the first page has no entry to go on from", isNeedless: true };
    return historyCall(facts, { query: { limit: "2", starting_after: id } });
  },
});

const pageLast = page("page-last", whole.history, {
  says: "a request for the entries after the last one of the history",
  write: (facts) => {
    const read = facts.replyTo(whole.history.id);
    const id = idsIn(read).at(-1);
    if (typeof id !== "string" || pageIn(read).has_more !== true)
      return { because: "the history says of no older entries", isNeedless: true };
    return historyCall(facts, { query: { starting_after: id } });
  },
});

page("page-odd", whole.history, {
  says: "a request for no entries of the history after one that does not exist",
  isValid: false,
  priority: 79,
  call: { query: { limit: "0", starting_after: noEntry } },
});

rule(
  "history-has-more",
  "has_more of a page of the history says whether there are older entries",
  { reads: [pageOne, whole.history], after: "history-pages" },
  (one, all) =>
    countIn(one) === 1 &&
    countIn(all) > 1 &&
    pageIn(one).has_more === false && {
      message: "A page of one entry says that there is no more, and the history has more.",
      expected: true,
      actual: false,
      pointer: "/has_more",
    },
);

rule(
  "history-goes-on",
  "if the history says that older entries exist, they can be read",
  { reads: [pageLast, whole.history], after: "history-ids" },
  (last, all) => {
    if (last.reply?.status !== 200) return skip("The deployment takes no starting_after.");
    const message = "The history says that there are older entries, and none comes after its last one.";
    return newEntries(all, last).length === 0 && { message, expected: "an older entry", pointer: "/data" };
  },
);

rule(
  "history-limit",
  "a page of the history has no more entries than were asked for",
  { reads: [pageOne, whole.history], after: "free-calls" },
  (one, all) =>
    countIn(one) >= countIn(all) && !isPaged(one)
      ? skip("The history is told whole, and has no pages.")
      : judgeCount(one, 1),
);

rule(
  "page-two/limit",
  "a later page of the history keeps to its limit as the first one does",
  { reads: [pageTwo, pageOne], after: "account/history-pages" },
  (two, one) => countIn(one) === 1 && judgeCount(two, 2),
);

rule(
  "page-two/schema",
  "a later page of the history has the shape of the contract",
  {
    requirements: ["R4.4", "R2.8"],
    reads: [pageTwo, pageOne],
    after: ["account/history-pages", "account/history-times"],
  },
  (two) => two.reply?.status === 200 && judgeBody(two, weightOfEntry),
);

rule(
  "page-odd",
  "a request for a page that can't exist does not make the server fail",
  { requirements: ["R7.1", "R4.4"], provenance: "inferred", after: "account/money-readable" },
  (odd) => judgeUnharmed(odd, { expected: "200 or 400", but: [501, 503] }),
);

rule(
  "history-pages",
  "pages of the history follow each other without an overlap or a gap",
  { reads: [pageTwo, pageOne, whole.history], takesMissing: true, after: ["history-ids", "history-ordered"] },
  judgePages,
);

rule(
  "page-size",
  `a page of the history without a limit has ${defaultSize} entries, where there are as many`,
  { provenance: "inferred", reads: [whole.history], after: "history-ids" },
  (all) => {
    const [actual, isLonger] = [countIn(all), pageIn(all).has_more === true];
    const message = `A page that no limit was asked for has ${actual} entries${isLonger ? ", and there are more" : ""}.`;
    const isRight = actual === defaultSize || (actual < defaultSize && !isLonger);
    return !isRight && { message, expected: defaultSize, actual, pointer: "/data" };
  },
);

/** Pages that don't exist are asked for when all else is judged; before the rest come those that harm clients most. */
const [early, late] = [6, 80];

/** A page with one thing wrong, which may be answered or refused. Which of them are refused is not known. */
function oddPage(name: string, says: string, query: Record<string, string>, priority: number): [ExchangePlan, Rule] {
  const plan = page(name, whole.history, { says, isValid: false, priority, call: { query } });
  const answered = rule(
    name,
    `${says} is answered or refused, and does not make the server fail`,
    {
      requirements: ["R4.4", "R7.1"],
      after: ["account/money-readable", ...(priority === early ? [] : ["account/page-odd"])],
    },
    (odd) => judgeUnharmed(odd, { expected: "200 or 400", but: [503] }),
  );
  return [plan, answered];
}

/** Sizes of a page that aren't allowed: known deployments have 1 to 100. */
const oddLimit = (name: string, limit: string, priority = late) =>
  oddPage(`limit-${name}`, `a request for the history with the limit ${limit}`, { limit }, priority);

const zero = oddLimit("zero", "0");
const over = oddLimit("over-100", String(mostEntries + 1), early);
const oddLimits = [zero, over, oddLimit("negative", "-1"), oddLimit("text", "many")];
const [limitOver100] = over;

const [cursorUnknown] = oddPage(
  "cursor-unknown",
  "a request for the history after an entry that does not exist",
  { starting_after: noEntry },
  early,
);

// A client that goes on from an entry that is gone would begin again without end.
rule(
  "cursor-unknown/not-first",
  "a history that goes on after an entry does not begin again after one that does not exist",
  {
    provenance: "inferred",
    reads: [cursorUnknown, pageOne, pageTwo, whole.history],
    after: [cursorUnknown.id, "account/history-pages"],
  },
  (...read) => {
    const [[actual, ...others] = [], one = [], two = [], all = []] = read.map(idsIn);
    const isHeeded = one.length === 1 && two.length > 0 && !two.includes(one[0]);
    const isFirst = all.includes(actual) || [actual, ...others].includes(one[0]);
    const message = `After an entry that does not exist comes ${JSON.stringify(actual)}, as on the first page.`;
    const fault = { message, expected: "400, or no entry", actual, pointer: "/data/0/query_id" };
    return isHeeded && countIn(read[0]) > 0 && isFirst && fault;
  },
);

rule(
  "limit-over-100/refused",
  "a history that keeps to a limit refuses one over 100",
  {
    requirements: ["R4.4", "R7.1"],
    provenance: "inferred",
    reads: [limitOver100, pageOne, whole.history],
    after: limitOver100.id,
  },
  (over, one, all) => {
    const isHeeded = countIn(one) === 1 && countIn(all) > 1;
    const message = "A page with limit=1 has one entry, and limit=101 is answered with 200.";
    return isHeeded && over.reply?.status === 200 && { message, expected: 400, actual: 200 };
  },
);

// The name of the error for a limit out of its range follows from the table, which does not list it.
rule(
  "limit-over-100/error",
  "a history that refuses a limit out of its range says so by an error of the documented form",
  {
    requirements: ["R2.14", "R7.4"],
    provenance: "stated",
    after: [limitOver100.id, "chat/refused/temperature-over-2/media-type", "chat/refused/temperature-over-2/code"],
  },
  (over) => {
    if (over.reply?.status !== 400) return skip("The deployment takes such a limit.");
    const form = judgeErrorForm(over);
    if (form.outcome !== "pass") return form;
    return judgeNamed(over, refusalFor(over.plan.operationId, "outOfRange"), { provenance: "observed" });
  },
);

// A deployment that corrects what it can't serve does so with more than one of them.
rule(
  "limit-zero/as-others",
  "a history that refuses other limits outside 1 to 100 refuses each of them",
  {
    requirements: ["R4.4", "R7.1"],
    provenance: "inferred",
    reads: oddLimits.map(([plan]) => plan),
    after: oddLimits.map(([, answered]) => answered),
  },
  (...read) => {
    const withStatus = (status: number) => read.filter(({ reply }) => reply?.status === status);
    const [odd, ...others] = withStatus(200);
    if (odd === undefined || others.length > 0 || withStatus(400).length < oddLimits.length - 1) return undefined;
    const message = `${odd.plan.says} is answered, and all other limits that are no size of a page are refused.`;
    return { message, expected: 400, actual: 200, exchange: odd };
  },
);

rule(
  "limit-over-100/heeded",
  "a history that refuses a limit out of its range keeps to one that is in it",
  { reads: [limitOver100, pageOne, whole.history], after: limitOver100.id },
  (over, one, all) => {
    if (newEntries(all, one).length > 0) return skip("Other calls were entered in the history meanwhile.");
    const actual = countIn(one);
    const message = `The limit 101 is refused, and a page with limit=1 has ${actual} entries.`;
    const isRight = over.reply?.status !== 400 || one.reply?.status !== 200 || actual <= 1;
    return !isRight && { message, expected: 1, actual, pointer: "/data", exchange: one };
  },
);

const historyOf100 = page("history-of-100", whole.history, {
  says: "a request for 100 entries of the history",
  priority: late,
  call: { query: { limit: String(mostEntries) } },
});

const pageAfterEnd = page("page-after-end", historyOf100, {
  says: "a request for the history after its oldest entry",
  priority: late,
  write: (facts) => {
    const ids = idsIn(facts.replyTo(historyOf100.id));
    const last = ids.at(-1);
    return typeof last === "string" && ids.length < mostEntries
      ? historyCall(facts, { query: { starting_after: last } })
      : { because: "the history was not read to its end", isNeedless: true };
  },
});

rule(
  "page-after-end/empty",
  "the page after the oldest entry of the history repeats no entry",
  { reads: [pageAfterEnd, historyOf100], after: ["account/history-ids", "account/history-pages"] },
  (end, all) => {
    if (end.reply?.status !== 200) return skip("The deployment takes no starting_after.");
    const known = idsIn(all);
    return judgeRecords<PointsHistoryEntry>(end.reply, ({ query_id: actual }) => {
      const message = `After the oldest entry comes ${JSON.stringify(actual)}, which is a newer one.`;
      return known.includes(actual) && { message, expected: "no entry", actual, pointer: "/query_id" };
    });
  },
);

rule(
  "page-after-end/has-more",
  "a page without entries does not say that there are older ones",
  { after: "empty" },
  (end) =>
    countIn(end) === 0 &&
    pageIn(end).has_more === true && {
      message: "A page has no entries, and says that there are older ones.",
      expected: false,
      actual: true,
      pointer: "/has_more",
    },
);

export const pagesTopic: Topic = told;

function judgeCount(page: Exchange, limit: number): Judged {
  const [actual, expected] = [countIn(page), limit === 1 ? limit : `at most ${limit}`];
  const message = `A page with limit=${limit} has ${actual} entries.`;
  return actual > limit && { message, expected, actual, pointer: "/data" };
}

function judgePages(
  ...pages: [two: Exchange | undefined, one: Exchange | undefined, all: Exchange | undefined]
): Judged {
  const [two = [], one = [], all = []] = pages.map(idsIn);
  if (all.length < 3) return skip("The history has too few entries for two pages.");
  const [first] = one;
  if (one.length !== 1) {
    const message = `The page after the entry ${JSON.stringify(first)} begins with it again.`;
    return isPaged(pages[1]) && first !== undefined && first === two[0]
      ? { message, expected: "an older entry", actual: two[0], pointer: "/data/0/query_id" }
      : skip("The deployment gives pages of its own size.");
  }
  if (first !== all[0]) return inconclusive("Other calls were entered in the history meanwhile.");
  const rest = all.slice(1, 1 + Math.max(1, two.length));
  const at = rest.findIndex((id, index) => id !== two[index]);
  const [expected, actual] = [rest[at], two[at]];
  const message = `After the entry ${JSON.stringify(first)} comes ${JSON.stringify(actual)}; in the whole history it is ${JSON.stringify(expected)}.`;
  return at !== -1 && { message, expected, actual: `${actual}`, pointer: `/data/${at}/query_id` };
}
