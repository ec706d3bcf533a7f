import type { JournalEntry } from "../journal/journal.js";
import { createRandom } from "../random.js";
import type { ApiRequest } from "../request/api-request.js";

/** Decides by chance if something happens to one request; each thing, identified by its text, is drawn by itself. */
export type Draw = (what: string, chance: number) => boolean;

/** Counts a request and returns how many times it came before. */
export type CountRepetition = (requestId: string) => Promise<number>;

/**
 * The draws of a session. They depend on the seed, the request and how many times it came, so a repetition draws again.
 */
export type Chance = ReturnType<typeof createChance>;

export function createChance(seed: number, countRepetition: CountRepetition) {
  const draws = new WeakMap<JournalEntry, Promise<Draw>>();

  return {
    /** Counts requests of one kind for those who answer them in turn, and returns how many came before. */
    count: countRepetition,
    /** Counts the request, once however often it is looked at. */
    drawFor(request: ApiRequest, entry: JournalEntry) {
      const known = draws.get(entry);
      if (known !== undefined) return known;
      const { operation, path, query, fields } = request;
      const id = String(createRandom([operation.operationId, path, query, fields], seed)());
      const draw = countRepetition(id).then((count) => drawOf(id, count));
      draws.set(entry, draw);
      return draw;
    },
  };

  function drawOf(id: string, count: number): Draw {
    return (what, chance) => createRandom([what, `${id} ${count}`], seed)() < chance;
  }
}
