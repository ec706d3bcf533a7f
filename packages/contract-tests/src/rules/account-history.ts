import { valueAt } from "@model-access/contract";
import { balanceIn, entriesIn, idsIn, newEntries } from "../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { jsonOf } from "../wire/wire.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";

const dayMs = 86_400_000;
const firstYearMs = Date.UTC(2020, 0, 1);

/** What the fields mean is known from deployments, not from the specification, so that no rule here is a must. */
export const accountHistoryRules: Rule[] = [
  ruleOnExchanges({
    id: "account/money-readable",
    sentence: "The balance is a number, and the history a list of entries with whole costs.",
    requirements: ["R2.8", "R4.3", "R4.4"],
    provenance: "observed",
    exchanges: ["account/balance-first", "account/history-whole"],
    after: "account/alive",
    judge: judgeReadable,
  }),
  ruleOnExchanges({
    id: "account/history-ids",
    sentence: "Each entry of the history has an id of its own.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/history-whole"],
    after: "account/money-readable",
    judge: (find) => {
      const ids = idsIn(find("account/history-whole")?.reply);
      const at = ids.findIndex((id, index) => ids.indexOf(id) < index);
      if (at === -1) return pass;
      return broken({
        message: `Two entries have the query_id ${JSON.stringify(ids[at])}.`,
        pointer: `/data/${at}/query_id`,
      });
    },
  }),
  ruleOnExchanges({
    id: "account/history-times",
    sentence: "The entries of the history have their times in microseconds, none of them in the future.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/history-whole"],
    after: "account/money-readable",
    judge: judgeTimes,
  }),
  ruleOnExchanges({
    id: "account/history-ordered",
    sentence: "The history has its newest entry first.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/history-whole"],
    after: "account/money-readable",
    judge: (find) => {
      const times = entriesIn(find("account/history-whole")?.reply).map((entry) =>
        Number(valueAt(entry, "/creation_time")),
      );
      const at = times.findIndex((time, index) => time > (times[index - 1] ?? Number.POSITIVE_INFINITY));
      if (at === -1) return pass;
      return broken({ message: `Entry ${at} is newer than the one before it.`, pointer: `/data/${at}/creation_time` });
    },
  }),
  ruleOnExchanges({
    id: "account/history-length",
    sentence: "The length that a page of the history names is the number of its entries.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/history-whole"],
    after: "account/money-readable",
    judge: (find) => {
      const reply = find("account/history-whole")?.reply;
      const length = reply && valueAt(jsonOf(reply)?.value, "/length");
      const count = entriesIn(reply).length;
      if (length === undefined || length === count) return pass;
      return broken({
        message: `length is ${length}, and there are ${count} entries.`,
        expected: String(count),
        actual: String(length),
        pointer: "/length",
      });
    },
  }),
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
];

function judgeReadable(find: Find): Verdict {
  const [balance, history] = [find("account/balance-first"), find("account/history-whole")];
  if (balance?.reply?.status !== 200 || history?.reply?.status !== 200)
    return { outcome: "blocked", reason: "Balance and history were not both answered." };
  if (balanceIn(balance.reply) === undefined)
    return broken({
      message: "current_point_balance is no number.",
      expected: "a number",
      pointer: "/current_point_balance",
    });
  const data = valueAt(jsonOf(history.reply)?.value, "/data");
  if (!Array.isArray(data))
    return broken({
      message: "The history has no list of entries.",
      expected: "an array",
      pointer: "/data",
      exchange: history,
    });
  const at = data.findIndex(
    (entry) => !Number.isInteger(valueAt(entry, "/cost_points")) || typeof valueAt(entry, "/query_id") !== "string",
  );
  if (at === -1) return pass;
  return broken({
    message: `Entry ${at} has no query_id, or no whole number for cost_points.`,
    pointer: `/data/${at}`,
    exchange: history,
  });
}

function judgeTimes(find: Find): Verdict {
  const times = entriesIn(find("account/history-whole")?.reply).map(
    (entry) => Number(valueAt(entry, "/creation_time")) / 1000,
  );
  const at = times.findIndex((ms) => !(ms > firstYearMs && ms < Date.now() + dayMs));
  if (at === -1) return pass;
  return broken({
    message: `The time of entry ${at} is not in microseconds since 1970, or in the future.`,
    expected: "microseconds since 1970",
    actual: String((times[at] ?? 0) * 1000),
    pointer: `/data/${at}/creation_time`,
  });
}

function judgePages(find: Find): Verdict {
  const whole = idsIn(find("account/history-whole")?.reply);
  const one = idsIn(find("account/page-one")?.reply);
  const two = idsIn(find("account/page-two")?.reply);
  if (whole.length < 3) return { outcome: "skip", reason: "The history has too few entries for two pages." };
  if (one.length !== 1) return { outcome: "skip", reason: "The deployment gives pages of its own size." };
  if (one[0] !== whole[0])
    return { outcome: "disturbed", reason: "Other calls were entered in the history meanwhile." };
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
