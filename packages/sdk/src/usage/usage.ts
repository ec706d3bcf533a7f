import { callJSON } from "../call/call-json.js";
import type { PendingCall } from "../call/pending-call.js";
import type { Engine } from "../engine.js";
import type { CallOptions } from "../options/call-options.js";
import type { Balance, PointsHistory } from "../types.js";
import { createPointsHistoryPages, type PointsHistoryPages, type PointsHistoryQuery } from "./points-history-pages.js";

/** `client.usage`. */
export interface Usage {
  /** The points that the account has (R4.3). */
  balance(options?: CallOptions): PendingCall<Balance>;
  /** What every request of the last time cost (R4.4), entry by entry or page by page. */
  history(query?: PointsHistoryQuery, options?: CallOptions): PointsHistoryPages;
}

/** The account of a client. */
export function createUsage(engine: Engine): Usage {
  function readPage(query: PointsHistoryQuery, options: CallOptions): Promise<PointsHistory> {
    return callJSON({
      engine,
      options,
      member: "data",
      request: () =>
        // A parameter that is undefined is left out.
        engine.operations.GET("/usage/points_history", { params: { query: query as { limit?: number } } }),
    });
  }

  return {
    balance: (options = {}) =>
      callJSON({
        engine,
        options,
        member: "current_point_balance",
        isMember: Number.isFinite,
        request: () => engine.operations.GET("/usage/current_balance"),
      }),
    history: (query = {}, options = {}) => createPointsHistoryPages(query, (page) => readPage(page, options)),
  };
}
