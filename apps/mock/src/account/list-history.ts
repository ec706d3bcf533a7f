import type { PointsHistory, PointsHistoryEntry } from "@model-access/contract";
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
  const history: PointsHistory = {
    has_more: page.hasMore,
    length: page.entries.length,
    data: page.entries.map(historyEntry),
  };
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(history) };
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
