import { Call } from "../call/call.js";
import { readJSON } from "../call/call-json.js";
import { type PendingCall, pendingCall } from "../call/pending-call.js";
import type { Client, Learned } from "../client.js";
import { NotFoundError } from "../errors/status-error.js";
import type { CallOptions } from "../options/call-options.js";
import { checkParams, type NoParams } from "../options/params.js";
import type { Balance, PointsHistory } from "../types.js";
import { createPointsHistoryPages, type PointsHistoryPages, type PointsHistoryQuery } from "./points-history-pages.js";

/** `client.usage`. A deployment has one of two pairs of paths (R4.5); the client finds out which, once. */
export interface Usage {
  /** Reads the points that the account has (R4.3). */
  balance(params?: NoParams, options?: CallOptions): PendingCall<Balance>;
  /** Reads what every request of the last time cost (R4.4), entry by entry or page by page. */
  history(query?: PointsHistoryQuery, options?: CallOptions): PointsHistoryPages;
}

type Paths = NonNullable<Learned["accountPaths"]>;
type Open = (call: Call, paths: Paths) => Promise<Call>;

/** The account of a client. */
export function createUsage(client: Client): Usage {
  const { requests, learned } = client;

  /** Opens the call at the paths that are known to answer, or at the others where the first are not there. */
  async function openEither(options: CallOptions, open: Open): Promise<Call> {
    const openAt = (paths: Paths) => open(new Call({ client, options, accept: "application/json" }), paths);
    const first = learned.accountPaths ?? "/usage";
    try {
      const call = await openAt(first);
      learned.accountPaths = first;
      return call;
    } catch (error) {
      if (!(error instanceof NotFoundError) || learned.accountPaths !== undefined) throw error;
      const call = await openAt("/v1").catch((second) => {
        // Neither is there: the error of the first names the path that everybody knows.
        throw second instanceof NotFoundError ? error : second;
      });
      learned.accountPaths = "/v1";
      return call;
    }
  }

  function balance(params: NoParams | undefined, options: CallOptions = {}): PendingCall<Balance> {
    const opening = openEither(options, (call, paths) =>
      call.open((init) => {
        checkParams("usage.balance(", params);
        return paths === "/usage"
          ? requests.GET("/usage/current_balance", init)
          : requests.GET("/v1/balance", init);
      }),
    );
    return pendingCall(opening, (call) =>
      readJSON(call, { member: "current_point_balance", isMember: Number.isFinite }),
    );
  }

  async function readPage(query: PointsHistoryQuery, options: CallOptions): Promise<PointsHistory> {
    // A parameter that is undefined is left out.
    const params = { query: query as { limit?: number } };
    const call = await openEither(options, (opened, paths) =>
      opened.open((init) => {
        checkParams("usage.history(", query, ["limit", "starting_after"]);
        return paths === "/usage"
          ? requests.GET("/usage/points_history", { ...init, params })
          : requests.GET("/v1/usage/history", { ...init, params });
      }),
    );
    return readJSON(call, { member: "data" });
  }

  return {
    balance,
    history: (query = {}, options = {}) => createPointsHistoryPages(query, (page) => readPage(page, options)),
  };
}
