import type { JournalEntry } from "../journal/journal.js";
import { createRandom } from "../random.js";
import type { ApiRequest } from "../request/api-request.js";

/** Decides by chance if something happens to one request; each thing, identified by its text, is drawn by itself. */
export type Draw = (what: string, chance: number) => boolean;

/**
 * The draws of a session. They depend on the seed, the request and how many times it came, so a repetition draws again.
 */
export interface Chance {
  drawFor(request: ApiRequest, entry: JournalEntry): Draw;
}

/** More requests are not told apart; then all are counted from the start again. */
const mostCounted = 10_000;

export function createChance(seed: number): Chance {
  const counts = new Map<number, number>();
  const turns = new WeakMap<JournalEntry, string>();

  return {
    drawFor: (request, entry) => (what, chance) => createRandom([what, turnOf(request, entry)], seed)() < chance,
  };

  /** The request and how many times it came before. A request that is looked at twice counts once. */
  function turnOf({ operation, path, query, fields }: ApiRequest, entry: JournalEntry): string {
    const known = turns.get(entry);
    if (known !== undefined) return known;
    const id = createRandom([operation.operationId, path, query, fields], seed)();
    const count = counts.get(id) ?? 0;
    if (counts.size >= mostCounted) counts.clear();
    counts.set(id, count + 1);
    const turn = `${id} ${count}`;
    turns.set(entry, turn);
    return turn;
  }
}
