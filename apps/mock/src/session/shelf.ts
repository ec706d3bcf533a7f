import { createQueue } from "./queue.js";

/** A value that a session keeps beside its data, as such values are many or large. */
export interface KeptValue {
  /** The shelf that it is on: the first word is its kind, which has limits. */
  shelf: string;
  name: string;
  value: unknown;
  /** The session's time at which it came. */
  atMs: number;
}

/** The limits of a shelf: the oldest values are dropped when there are too many, they take too much, or are too old. */
export interface ShelfLimits {
  entries: number;
  bytes: number;
  ageMs: number;
}

/** The values of a shelf, newest first: at most `limit`, older than the one named `before`. */
export interface ShelfQuery {
  limit: number;
  before?: string | undefined;
}

const unlimited: ShelfLimits = { entries: 1e9, bytes: 1e15, ageMs: 1e15 };
const megabyte = 1024 * 1024;

const limits: Record<string, Partial<ShelfLimits>> = {
  responses: { entries: 1000, bytes: 64 * megabyte },
  items: { entries: 10_000, bytes: 64 * megabyte },
  videos: { entries: 10_000, bytes: 64 * megabyte },
  history: { ageMs: 30 * 24 * 60 * 60 * 1000 }, // R4.4
};

export function limitsOf(shelf: string): ShelfLimits {
  return { ...unlimited, ...limits[shelf.split(" ", 1)[0] ?? ""] };
}

export type Shelf = ReturnType<typeof createShelf>;

export function createShelf({ entries: most, bytes: mostBytes, ageMs }: ShelfLimits) {
  /** Oldest first. */
  const entries = createQueue<KeptValue>();
  /** The number of each entry, counted from the first there ever was, by its name. */
  const numbers = new Map<string, number>();
  /** The number of entries that are in `numbers` or were dropped; the others follow when somebody looks for one. */
  let numbered = 0;
  let dropped = 0;
  let bytes = 0;
  const sizeOf = ({ value }: KeptValue) => (mostBytes === unlimited.bytes ? 0 : sizeOfValue(value));

  return {
    put(kept: KeptValue) {
      entries.push(kept);
      bytes += sizeOf(kept);
      for (let oldest = entries.at(0); oldest !== undefined && oldest !== kept; oldest = entries.at(0)) {
        if (entries.length <= most && bytes <= mostBytes && oldest.atMs >= kept.atMs - ageMs) return;
        entries.shift();
        bytes -= sizeOf(oldest);
        if (numbers.get(oldest.name) === dropped) numbers.delete(oldest.name);
        dropped += 1;
      }
    },
    find: (name: string) => entries.at((numberOf(name) ?? Number.POSITIVE_INFINITY) - dropped)?.value,
    /** Undefined where there is no value of the name `before`. */
    list({ limit, before }: ShelfQuery) {
      const number = before === undefined ? dropped + entries.length : numberOf(before);
      if (number === undefined) return undefined;
      const end = number - dropped;
      const page = entries.slice(Math.max(0, end - limit), end);
      return page.reverse().map(({ value }) => value);
    },
  };

  function numberOf(name: string): number | undefined {
    for (numbered = Math.max(numbered, dropped); numbered < dropped + entries.length; numbered += 1) {
      numbers.set(entries.at(numbered - dropped)?.name ?? "", numbered);
    }
    return numbers.get(name);
  }
}

/** About how many bytes of memory a value takes. */
function sizeOfValue(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOfValue(member), 32);
}
