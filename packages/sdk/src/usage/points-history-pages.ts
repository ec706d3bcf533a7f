import { ModelAccessError } from "../errors/model-access-error.js";
import type { PointsHistory, PointsHistoryEntry } from "../types.js";

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

/**
 * Reads page after page. A service that gives the same pages again and again ends in an error, not in an endless loop.
 */
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
