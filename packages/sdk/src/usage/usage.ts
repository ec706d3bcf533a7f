import { isMediaType } from "../call/answer.js";
import { callJSON, type PendingCall } from "../call/reply.js";
import type { Client, Learned } from "../client.js";
import { ModelAccessError } from "../errors/model-access-error.js";
import { StatusError } from "../errors/status-error.js";
import type { CallOptions } from "../options/call-options.js";
import { checkParams, type NoParams, requireClient } from "../options/check-options.js";
import type { Balance, PointsHistory, PointsHistoryEntry } from "../types.js";

/** `client.usage`. A deployment has one of two pairs of paths (R4.5); the client finds out which, once. */
export interface Usage {
  /** Reads the points that the account has (R4.3). */
  balance(params?: NoParams, options?: CallOptions): PendingCall<Balance>;
  /** Reads the cost of every recent request (R4.4), entry by entry or page by page. */
  history(query?: PointsHistoryQuery, options?: CallOptions): PointsHistoryPages;
}

type Paths = NonNullable<Learned["accountPaths"]>;
type Answer = { response: Response };

/** The account of a client. */
export function createUsage(client: Client): Usage {
  requireClient(client);
  const { requests, learned } = client;

  /** Asks at the paths that are known to answer, or at the others where the first are not there. Both are one call. */
  async function askEither(ask: (paths: Paths) => Promise<Answer>): Promise<Answer> {
    const known = learned.accountPaths;
    if (known !== undefined) return ask(known);
    let first: Promise<Answer> | undefined;
    for (const paths of ["/usage", "/v1"] as const) {
      const answer = ask(paths);
      first ??= answer;
      if (await isMissing(answer)) continue;
      const found = await answer;
      learned.accountPaths ??= paths;
      return found;
    }
    // Where neither is there, the first names the path that everybody knows. The loop has asked there.
    return first as Promise<Answer>;
  }

  function readPage(query: PointsHistoryQuery, options: CallOptions): Promise<PointsHistory> {
    // A parameter that is undefined is left out.
    const params = { query: query as { limit?: number } };
    return callJSON({
      client,
      options,
      member: "data",
      request(init) {
        checkParams("usage.history(", query, ["limit", "starting_after"]);
        return askEither((paths) =>
          paths === "/usage"
            ? requests.GET("/usage/points_history", { ...init, params })
            : requests.GET("/v1/usage/history", { ...init, params }),
        );
      },
    });
  }

  return {
    balance: (params, options) =>
      callJSON({
        client,
        options,
        member: "current_point_balance",
        isMember: Number.isFinite,
        request(init) {
          checkParams("usage.balance(", params);
          return askEither((paths) =>
            paths === "/usage" ? requests.GET("/usage/current_balance", init) : requests.GET("/v1/balance", init),
          );
        },
      }),
    history: (query, options = {}) => createPointsHistoryPages(query ?? {}, (page) => readPage(page, options)),
  };
}

/** True if a path does not exist. A single-page app answers every path with its page. */
async function isMissing(answer: Promise<Answer>): Promise<boolean> {
  try {
    return !isMediaType((await answer).response, "application/json");
  } catch (error) {
    return error instanceof StatusError && [404, 405].includes(error.status);
  }
}

/** The part of the points history to read, and the size of its pages. */
export interface PointsHistoryQuery {
  /** The number of entries on a page, 1 to 100. 20 by default. */
  limit?: number | undefined;
  /** The `query_id` of the entry after which to begin. */
  starting_after?: string | undefined;
}

/**
 * The points history, newest first. A loop gets the entries and asks for the pages as it needs them.
 *
 * @example
 * for await (const { bot_name, cost_points } of client.usage.history()) console.log(bot_name, cost_points);
 */
export interface PointsHistoryPages extends AsyncIterable<PointsHistoryEntry> {
  /** The same page by page. */
  pages(): AsyncIterableIterator<PointsHistory>;
}

/** Reads page after page, and throws if a service gives the same page twice. */
export function createPointsHistoryPages(
  query: PointsHistoryQuery,
  readPage: (query: PointsHistoryQuery) => Promise<PointsHistory>,
): PointsHistoryPages {
  async function* pages(): AsyncIterableIterator<PointsHistory> {
    let { starting_after } = query;
    const cursors = new Set([starting_after]);
    for (;;) {
      const page = await readPage(starting_after === undefined ? query : { ...query, starting_after });
      yield page;
      const last = page.data.at(-1)?.query_id;
      if (!page.has_more || last === undefined) return;
      if (cursors.has(last)) {
        throw new ModelAccessError(
          `GET /usage/points_history gave the page after ${last} twice; read it again later, or tell the operator`,
        );
      }
      cursors.add(last);
      starting_after = last;
    }
  }

  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data;
    },
  };
}
