import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { balanceIn, entriesIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";

const dayMs = 86_400_000;

const firstYearMs = Date.UTC(2020, 0, 1);

/** What the fields mean is known from deployments, not from the specification, so that no rule here is a must. */
export const historyRules: Rule[] = [
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
    id: "account/history-ids-stay",
    sentence: "An entry of the history keeps its id.",
    requirements: ["R4.4"],
    provenance: "observed",
    exchanges: ["account/history-whole", "account/history-settled"],
    after: ["account/history-ids", "account/history-times"],
    judge: judgeIdsStay,
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

/** Entries of the same time are the same where a later page has none of the ids of an earlier one. */
function judgeIdsStay(find: Find): Verdict {
  const [earlier, later] = ["account/history-settled", "account/history-whole"].map((id) => find(id)?.reply);
  if (newEntries(earlier, later).length < entriesIn(later).length) return pass;
  const timeOf = (entry: unknown) => valueAt(entry, "/creation_time");
  const times = entriesIn(earlier).map(timeOf);
  const at = entriesIn(later).findIndex((entry) => times.includes(timeOf(entry)));
  if (at === -1) return pass;
  const [before, after] = [idsIn(earlier)[times.indexOf(timeOf(entriesIn(later)[at]))], idsIn(later)[at]];
  return broken({
    message: `An entry has the query_id ${JSON.stringify(before)}, and ${JSON.stringify(after)} when it is read again.`,
    expected: String(before),
    actual: String(after),
    pointer: `/data/${at}/query_id`,
  });
}
