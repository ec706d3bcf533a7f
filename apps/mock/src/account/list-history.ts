import type { PointsHistory, PointsHistoryEntry } from "@model-access/contract";
import { answerJson } from "../call.js";
import type { Handler } from "../handler.js";
import { Refusal } from "../refusal.js";
import type { LedgerEntry } from "./ledger.js";
import { pointsInUsd } from "./points-in-usd.js";

export const listHistory: Handler = async ({ query }, { session: { state, clock }, key }) => {
  const { limit = "20", starting_after: startingAfter } = query;
  const page = await state.listEntries(key, { limit: Number(limit), startingAfter, nowMs: clock.now() });
  if (page === undefined) {
    throw new Refusal("invalid_parameter", "The query parameter 'starting_after' is the query_id of no entry.");
  }
  const { entries, hasMore } = page;
  return answerJson<PointsHistory>({ has_more: hasMore, length: entries.length, data: entries.map(historyEntry) });
};

function historyEntry({ id, keyName, botName, timeMs, points }: LedgerEntry): PointsHistoryEntry {
  return {
    query_id: id,
    bot_name: botName,
    creation_time: Math.floor(timeMs * 1000), // microseconds, as nowhere else in the API
    usage_type: "API",
    cost_points: points,
    cost_usd: pointsInUsd(points),
    ...(keyName !== undefined && { api_key_name: keyName }),
  };
}
