import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { balanceIn, entriesIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { balanceFirst, historySettled, historyWhole } from "./readings.js";

const dayMs = 86_400_000;

const firstYearMs = Date.UTC(2020, 0, 1);

/** Fields whose meaning is known from deployments, so that no rule here is a must. */
const about = { requirements: ["R4.4"], provenance: "observed" } as const;

const timesIn = ({ reply }: Exchange) => entriesIn(reply).map((entry) => Number(valueAt(entry, "/creation_time")));

const readable = rule("account", "money-readable", {
  ...about,
  sentence: "the balance is a number, and the history a list of entries with whole costs",
  requirements: ["R2.8", "R4.3", "R4.4"],
  reads: { balance: balanceFirst, history: historyWhole },
  after: "alive",
  judge: judgeReadable,
});

const ids = rule("account", "history-ids", {
  ...about,
  sentence: "each entry of the history has its own id",
  reads: { history: historyWhole },
  after: readable,
  judge: ({ history }) => {
    const ids = idsIn(history.reply);
    const at = ids.findIndex((id, index) => ids.indexOf(id) < index);
    if (at === -1) return pass;
    return broken({
      message: `Two entries have the query_id ${JSON.stringify(ids[at])}.`,
      pointer: `/data/${at}/query_id`,
    });
  },
});

const times = rule("account", "history-times", {
  ...about,
  sentence: "entries of the history have times in microseconds, none of them in the future",
  reads: { history: historyWhole },
  after: readable,
  judge: ({ history }) => {
    const times = timesIn(history);
    const at = times.findIndex((time) => !(time / 1000 > firstYearMs && time / 1000 < Date.now() + dayMs));
    if (at === -1) return pass;
    return broken({
      message: `The time of entry ${at} is not in microseconds since 1970, or in the future.`,
      expected: "microseconds since 1970",
      actual: String(times[at] ?? 0),
      pointer: `/data/${at}/creation_time`,
    });
  },
});

/** Rules on the entries of the history, each and in their order. */
export const historyRules: Rule[] = [
  readable,
  ids,
  times,
  rule("account", "history-ordered", {
    ...about,
    sentence: "the history lists its newest entry first",
    reads: { history: historyWhole },
    after: readable,
    judge: ({ history }) => {
      const times = timesIn(history);
      const at = times.findIndex((time, index) => time > (times[index - 1] ?? Number.POSITIVE_INFINITY));
      if (at === -1) return pass;
      return broken({ message: `Entry ${at} is newer than the one before it.`, pointer: `/data/${at}/creation_time` });
    },
  }),
  rule("account", "history-length", {
    ...about,
    sentence: "the length of a page of the history is the number of its entries",
    reads: { history: historyWhole },
    after: readable,
    judge: ({ history: { reply } }) => {
      const length = valueAt(bodyOf(reply), "/length");
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
  rule("account", "history-ids-stay", {
    ...about,
    sentence: "an entry of the history keeps its id",
    reads: { later: historyWhole, earlier: historySettled },
    after: [ids, times],
    judge: judgeIdsStay,
  }),
];

function judgeReadable({ balance, history }: Record<"balance" | "history", Exchange>): Verdict {
  if (balance.reply?.status !== 200 || history.reply?.status !== 200)
    return { outcome: "blocked", reason: "Balance and history were not both answered." };
  if (balanceIn(balance.reply) === undefined)
    return broken({
      message: "current_point_balance is no number.",
      expected: "a number",
      pointer: "/current_point_balance",
    });
  const data = valueAt(bodyOf(history.reply), "/data");
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

/** Entries of the same time are the same where a later page has none of the ids of an earlier one. */
function judgeIdsStay({ earlier, later }: Record<"earlier" | "later", Exchange>): Verdict {
  if (newEntries(earlier.reply, later.reply).length < entriesIn(later.reply).length) return pass;
  const [before, now] = [timesIn(earlier), timesIn(later)];
  const at = now.findIndex((time) => before.includes(time));
  if (at === -1) return pass;
  const [known, actual] = [idsIn(earlier.reply)[before.indexOf(now[at] ?? 0)], idsIn(later.reply)[at]];
  return broken({
    message: `An entry has the query_id ${JSON.stringify(known)}, and ${JSON.stringify(actual)} when it is read again.`,
    expected: String(known),
    actual: String(actual),
    pointer: `/data/${at}/query_id`,
  });
}
