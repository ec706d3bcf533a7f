import type { PointsHistoryEntry } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { judgeOwnIds, judgeRecords } from "../../checks/records.js";
import { balanceAt, balanceIn, entriesIn, newEntries, pageIn } from "../../reading/account-reading.js";
import { blocked, story } from "../../story.js";
import { first, settled, whole } from "./readings.js";

const dayMs = 86_400_000;

const firstYearMs = Date.UTC(2020, 0, 1);

// Fields whose meaning is known from deployments, so that no rule here is a must.
const { rule, ...told } = story("account", { requirements: ["R4.4"], provenance: "observed" });

const judgeEntries = judgeRecords<PointsHistoryEntry>;

rule(
  "money-readable",
  "the balance is a number, and the history a list of entries with whole costs",
  {
    topic: "money",
    requirements: ["R2.8", "R4.3", "R4.4"],
    reads: [first.balance, whole.history],
    after: "alive",
  },
  (balance, history) => {
    if (balance.reply?.status !== 200 || history.reply?.status !== 200)
      return blocked("Balance and history were not both answered.");
    if (balanceIn(balance) === undefined)
      return { message: "current_point_balance is no number.", expected: "a number", pointer: balanceAt };
    const message = "The history has no list of entries.";
    if (!Array.isArray(pageIn(history).data))
      return { message, expected: "an array", pointer: "/data", exchange: history };
    return judgeEntries(history.reply, ({ query_id: id, cost_points: cost }, at) => {
      const fault = { message: `Entry ${at} has no query_id, or no whole number for cost_points.`, exchange: history };
      return !(Number.isInteger(cost) && typeof id === "string") && fault;
    });
  },
);

/** The page of the history that was read after the first calls. */
const ofPage = { reads: [whole.history], after: "money-readable" } as const;

rule("history-ids", "each entry of the history has its own id", ofPage, ({ reply }) =>
  judgeOwnIds(reply, { what: "entries", member: "query_id" }),
);

rule(
  "history-times",
  "entries of the history have times in microseconds, none of them in the future",
  ofPage,
  ({ reply }) =>
    judgeEntries(reply, (entry, at) => {
      const actual = Number(entry.creation_time);
      const message = `The time of entry ${at} is not in microseconds since 1970, or in the future.`;
      const isRight = actual / 1000 > firstYearMs && actual / 1000 < Date.now() + dayMs;
      return !isRight && { message, expected: "microseconds since 1970", actual, pointer: "/creation_time" };
    }),
);

rule("history-ordered", "the history lists its newest entry first", ofPage, ({ reply }) =>
  judgeEntries(reply, ({ creation_time: time }, at, entries) => {
    const isNewer = Number(time) > Number(entries[at - 1]?.creation_time);
    return isNewer && { message: `Entry ${at} is newer than the one before it.`, pointer: "/creation_time" };
  }),
);

rule("history-length", "the length of a page of the history is the number of its entries", ofPage, (page) => {
  const [actual, expected] = [pageIn(page).length, entriesIn(page).length];
  const message = `length is ${actual}, and there are ${expected} entries.`;
  return actual !== undefined && actual !== expected && { message, expected, actual, pointer: "/length" };
});

// Entries of the same time are the same where a later page has none of the ids of an earlier one.
rule(
  "history-ids-stay",
  "an entry of the history keeps its id",
  { reads: [whole.history, settled.history], after: ["history-ids", "history-times"] },
  (later, earlier) => {
    if (newEntries(earlier, later).length < entriesIn(later).length) return undefined;
    return judgeEntries(later.reply, ({ query_id: actual, creation_time }) => {
      const same = entriesIn(earlier).find((each) => Number(each.creation_time) === Number(creation_time));
      const expected = same?.query_id;
      const message = `An entry has the query_id ${JSON.stringify(expected)}, and ${JSON.stringify(actual)} when it is read again.`;
      return same !== undefined && { message, expected, actual, pointer: "/query_id" };
    });
  },
);

export const historyTopic: Topic = told;
