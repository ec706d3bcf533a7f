import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { judgeBody } from "../../checks/reply.js";
import type { Call, CannotCall, ExchangePlan, Facts } from "../../exchange.js";
import { entriesIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { historyPair, historyRead, readUnder } from "../../requests/account-reads.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";

/** The size of a page of the history, where no limit is asked for. */
const defaultSize = 20;

const pageOneCall: ExchangePlan = historyRead("account/page-one", ["account/balance-whole"], {
  says: "a request for the first entry of the history",
  write: (facts) => readUnder(historyPair, facts, { query: { limit: "1" } }),
});

const pageTwoCall: ExchangePlan = historyRead("account/page-two", ["account/page-one"], {
  says: "a request for the two entries after it",
  write: pageTwo,
});

const pageLastCall: ExchangePlan = historyRead("account/page-last", ["account/history-whole"], {
  says: "a request for the entries after the last one of the history",
  write: pageLast,
});

const pageOddCall: ExchangePlan = historyRead("account/page-odd", ["account/history-whole"], {
  says: "a request for no entries of the history after one that there is not",
  isValid: false,
  priority: 79,
  write: (facts) => readUnder(historyPair, facts, { query: { limit: "0", starting_after: "contract-tests-no-entry" } }),
});

/** The history page by page. */
export const pageCalls: ExchangePlan[] = [pageOneCall, pageTwoCall, pageLastCall, pageOddCall];

/** How the history is read page by page. */
export const pageRules: Rule[] = [
  ruleOnExchanges({
    id: "account/history-has-more",
    sentence: "A page of the history says whether there are older entries.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/page-one", "account/history-whole"],
    after: "account/history-pages",
    judge: (find) => {
      const isFirst = idsIn(find("account/page-one")?.reply).length === 1;
      const isLonger = idsIn(find("account/history-whole")?.reply).length > 1;
      const page = find("account/page-one")?.reply;
      if (!isFirst || !isLonger || page === undefined) return pass;
      if (valueAt(jsonOf(page)?.value, "/has_more") !== false) return pass;
      return broken({
        message: "A page of one entry says that there is no more, and the history has more.",
        expected: "true",
        actual: "false",
        pointer: "/has_more",
      });
    },
  }),
  ruleOnExchanges({
    id: "account/history-goes-on",
    sentence: "Where the history says that there are older entries, they can be read.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/page-last", "account/history-whole"],
    after: "account/history-ids",
    judge: (find, [page]) => {
      if (page?.reply?.status !== 200) return { outcome: "skip", reason: "The deployment takes no starting_after." };
      if (newEntries(find("account/history-whole")?.reply, page.reply).length > 0) return pass;
      return broken({
        message: "The history says that there are older entries, and none comes after its last one.",
        expected: "an older entry",
        pointer: "/data",
      });
    },
  }),
  ruleOnExchanges({
    id: "account/history-limit",
    sentence: "A page of the history that heeds the limit has no more entries than were asked for.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/page-one", "account/history-whole"],
    after: "account/free-calls",
    judge: (find) => {
      const [count = 0, whole = 0] = ["account/page-one", "account/history-whole"].map(
        (id) => entriesIn(find(id)?.reply).length,
      );
      if (count <= 1) return pass;
      if (count >= whole) return { outcome: "skip", reason: "The deployment gives pages of its own size." };
      return broken({
        message: `A page with limit=1 has ${count} entries.`,
        expected: "1",
        actual: String(count),
        pointer: "/data",
      });
    },
  }),
  ruleOnExchanges({
    id: "account/page-two/limit",
    sentence: "A later page of the history heeds the limit as the first one does.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/page-two", "account/page-one"],
    after: "account/history-pages",
    judge: (find) => {
      const [first, second = 0] = ["one", "two"].map((name) => entriesIn(find(`account/page-${name}`)?.reply).length);
      if (first !== 1 || second <= 2) return pass;
      return broken({
        message: `A page with limit=2 has ${second} entries, and one with limit=1 has one.`,
        expected: "at most 2",
        actual: String(second),
        pointer: "/data",
      });
    },
  }),
  ruleOnExchanges({
    id: "account/page-two/schema",
    sentence: "A later page of the history has the shape of the contract.",
    requirements: ["R4.4", "R2.8"],
    provenance: "observed",
    exchanges: ["account/page-two", "account/page-one"],
    after: ["account/history-pages", "account/history-times"],
    judge: (_find, [page]) => (page?.reply?.status === 200 ? judgeBody(page) : pass),
  }),
  ruleOnExchanges({
    id: "account/page-odd",
    sentence: "A page of the history that there can't be breaks nothing.",
    requirements: ["R7.1", "R4.4"],
    provenance: "inferred",
    exchanges: ["account/page-odd"],
    after: "account/money-readable",
    judge: (_find, [page]) => {
      const status = page?.reply?.status ?? 0;
      if (status < 500 || status === 501 || status === 503) return pass;
      const message = `${page?.plan.says} was answered with ${status}.`;
      return broken({ message, expected: "200 or 400", actual: String(status) });
    },
  }),
  ruleOnExchanges({
    id: "account/history-pages",
    sentence: "Pages of the history follow each other without overlap and without a gap.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/page-two", "account/page-one", "account/history-whole"],
    takesMissing: true,
    after: ["account/history-ids", "account/history-ordered"],
    judge: judgePages,
  }),
  ruleOnExchanges({
    id: "account/page-size",
    sentence: `A page of the history has ${defaultSize} entries, where it is not asked for another number and there are more.`,
    requirements: ["R4.4"],
    provenance: "inferred",
    exchanges: ["account/history-whole"],
    after: "account/history-ids",
    judge: (_find, [whole]) => {
      const count = entriesIn(whole?.reply).length;
      const hasMore = whole?.reply && valueAt(jsonOf(whole.reply)?.value, "/has_more") === true;
      if (count <= defaultSize && !(hasMore && count < defaultSize)) return pass;
      return broken({
        message: `A page that no limit was asked for has ${count} entries${hasMore ? ", and there are more" : ""}.`,
        expected: String(defaultSize),
        actual: String(count),
        pointer: "/data",
      });
    },
  }),
];

function pageLast(facts: Facts): Call | CannotCall {
  const whole = facts.replyTo("account/history-whole");
  const id = valueAt(entriesIn(whole).at(-1), "/query_id");
  if (typeof id !== "string" || valueAt(whole && jsonOf(whole)?.value, "/has_more") !== true)
    return { because: "the history says of no older entries", isNeedless: true };
  return readUnder(historyPair, facts, { query: { starting_after: id } });
}

function pageTwo(facts: Facts): Call | CannotCall {
  const [first] = entriesIn(facts.replyTo("account/page-one"));
  const id = valueAt(first, "/query_id");
  if (typeof id !== "string") return { because: "the first page has no entry to go on from", isNeedless: true };
  return readUnder(historyPair, facts, { query: { limit: "2", starting_after: id } });
}

function judgePages(find: Find): Verdict {
  const whole = idsIn(find("account/history-whole")?.reply);
  const one = idsIn(find("account/page-one")?.reply);
  const two = idsIn(find("account/page-two")?.reply);
  if (whole.length < 3) return { outcome: "skip", reason: "The history has too few entries for two pages." };
  if (one.length !== 1 && one[0] !== undefined && one[0] === two[0])
    return broken({
      message: `The page after the entry ${JSON.stringify(one[0])} begins with it again.`,
      expected: "an older entry",
      actual: String(two[0]),
      pointer: "/data/0/query_id",
    });
  if (one.length !== 1) return { outcome: "skip", reason: "The deployment gives pages of its own size." };
  if (one[0] !== whole[0])
    return { outcome: "inconclusive", reason: "Other calls were entered in the history meanwhile." };
  const expected = whole.slice(1, 1 + Math.max(1, two.length));
  const at = expected.findIndex((id, index) => id !== two[index]);
  if (at === -1) return pass;
  return broken({
    message: `After the entry ${JSON.stringify(one[0])} comes ${JSON.stringify(two[at])}; in the whole history it is ${JSON.stringify(expected[at])}.`,
    expected: String(expected[at]),
    actual: String(two[at]),
    pointer: `/data/${at}/query_id`,
  });
}
