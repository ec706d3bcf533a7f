import type { JournalEntry } from "../journal/journal.js";
import { createRandom } from "../random.js";
import type { ApiRequest } from "../request/api-request.js";
import type { Promisable } from "../store/store.js";

/** Decides by chance if something happens to one request; each thing, identified by its text, is drawn by itself. */
export type Draw = (what: string, chance: number) => boolean;

/**
 * The draws of a session. They depend on the seed, the request and how many times it came, so a repetition draws again.
 */
export interface Chance {
  /** Counts the request, once however often it is looked at. */
  drawFor(request: ApiRequest, entry: JournalEntry): Promise<Draw>;
  /** Counts requests of one kind for those who answer them in turn, and returns how many came before. */
  count: CountRepetition;
}

/** Counts a request and returns how many times it came before. */
export type CountRepetition = (requestId: string) => Promisable<number>;

/** More requests are not told apart; then all are counted from the start again. */
export const mostRequestsCounted = 10_000;

export function createChance(seed: number, countRepetition: CountRepetition = countInMemory()): Chance {
  const draws = new WeakMap<JournalEntry, Promise<Draw>>();

  return {
    count: countRepetition,
    drawFor(request, entry) {
      const known = draws.get(entry);
      if (known !== undefined) return known;
      const { operation, path, query, fields } = request;
      const id = String(createRandom([operation.operationId, path, query, fields], seed)());
      const draw = Promise.resolve(countRepetition(id)).then((count) => drawOf(id, count));
      draws.set(entry, draw);
      return draw;
    },
  };

  function drawOf(id: string, count: number): Draw {
    return (what, chance) => createRandom([what, `${id} ${count}`], seed)() < chance;
  }
}

function countInMemory(): CountRepetition {
  const counts = new Map<string, number>();
  return (id) => {
    if (counts.size >= mostRequestsCounted) counts.clear();
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count;
  };
}
