import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { judgeOwnIds, judgeRecords } from "../../checks/records.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { balanceAt, balanceIn, entriesIn, newEntries } from "../../reading/account-reading.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { first, settled, whole } from "./readings.js";

const dayMs = 86_400_000;

const firstYearMs = Date.UTC(2020, 0, 1);

/** Fields whose meaning is known from deployments, so that no rule here is a must. */
const about = { requirements: ["R4.4"], provenance: "observed" } as const;

const timeOf = (entry: unknown) => Number(valueAt(entry, "/creation_time"));

const readable = rule("account", "money-readable", {
  topic: "money",
  ...about,
  sentence: "the balance is a number, and the history a list of entries with whole costs",
  requirements: ["R2.8", "R4.3", "R4.4"],
  reads: { balance: first.balance, history: whole.history },
  after: "alive",
  judge: judgeReadable,
});

/** Makes a rule on a page of the history that was read after the first calls. */
const onHistory = (name: string, sentence: string, judge: (reply: Exchange["reply"]) => Verdict): Rule =>
  rule("account", name, {
    ...about,
    sentence,
    reads: { history: whole.history },
    after: readable,
    judge: ({ history }) => judge(history.reply),
  });

const ids = onHistory("history-ids", "each entry of the history has its own id", (reply) =>
  judgeOwnIds(reply, { what: "entries", member: "query_id" }),
);

const timesAre = "entries of the history have times in microseconds, none of them in the future";

const times = onHistory("history-times", timesAre, (reply) =>
  judgeRecords(reply, (entry, at) => {
    const actual = timeOf(entry);
    if (actual / 1000 > firstYearMs && actual / 1000 < Date.now() + dayMs) return undefined;
    const message = `The time of entry ${at} is not in microseconds since 1970, or in the future.`;
    return { message, expected: "microseconds since 1970", actual, pointer: "/creation_time" };
  }),
);

/** Rules on the entries of the history, each and in their order. */
export const historyRules: Rule[] = [
  readable,
  ids,
  times,
  onHistory("history-ordered", "the history lists its newest entry first", (reply) =>
    judgeRecords(reply, (entry, at, entries) =>
      timeOf(entry) > timeOf(entries[at - 1])
        ? { message: `Entry ${at} is newer than the one before it.`, pointer: "/creation_time" }
        : undefined,
    ),
  ),
  onHistory("history-length", "the length of a page of the history is the number of its entries", (reply) => {
    const [actual, expected] = [valueAt(bodyOf(reply), "/length"), entriesIn(reply).length];
    const message = `length is ${actual}, and there are ${expected} entries.`;
    return passIf(actual === undefined || actual === expected, { message, expected, actual, pointer: "/length" });
  }),
  rule("account", "history-ids-stay", {
    ...about,
    sentence: "an entry of the history keeps its id",
    reads: { later: whole.history, earlier: settled.history },
    after: [ids, times],
    judge: judgeIdsStay,
  }),
];

function judgeReadable({ balance, history }: Record<"balance" | "history", Exchange>): Verdict {
  if (balance.reply?.status !== 200 || history.reply?.status !== 200)
    return { outcome: "blocked", reason: "Balance and history were not both answered." };
  if (balanceIn(balance.reply) === undefined)
    return broken({ message: "current_point_balance is no number.", expected: "a number", pointer: balanceAt });
  const message = "The history has no list of entries.";
  if (!Array.isArray(valueAt(bodyOf(history.reply), "/data")))
    return broken({ message, expected: "an array", pointer: "/data", exchange: history });
  return judgeRecords(history.reply, (entry, at) => {
    const [id, cost] = ["/query_id", "/cost_points"].map((member) => valueAt(entry, member));
    if (Number.isInteger(cost) && typeof id === "string") return undefined;
    return { message: `Entry ${at} has no query_id, or no whole number for cost_points.`, exchange: history };
  });
}

/** Entries of the same time are the same where a later page has none of the ids of an earlier one. */
function judgeIdsStay({ earlier, later }: Record<"earlier" | "later", Exchange>): Verdict {
  if (newEntries(earlier.reply, later.reply).length < entriesIn(later.reply).length) return pass;
  return judgeRecords(later.reply, (entry) => {
    const same = entriesIn(earlier.reply).find((each) => timeOf(each) === timeOf(entry));
    if (same === undefined) return undefined;
    const [expected, actual] = [same, entry].map((each) => valueAt(each, "/query_id"));
    const message = `An entry has the query_id ${JSON.stringify(expected)}, and ${JSON.stringify(actual)} when it is read again.`;
    return { message, expected, actual, pointer: "/query_id" };
  });
}
