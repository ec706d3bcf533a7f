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
  const entries: KeptValue[] = [];
  /** The latest entry of each name. */
  const latest = new Map<string, KeptValue>();
  let bytes = 0;
  const sizeOf = ({ value }: KeptValue) => (mostBytes === unlimited.bytes ? 0 : sizeOfValue(value));

  return {
    put(kept: KeptValue) {
      entries.push(kept);
      latest.set(kept.name, kept);
      bytes += sizeOf(kept);
      let dropped = 0;
      for (const oldest of entries) {
        const isFull = entries.length - dropped > most || bytes > mostBytes || oldest.atMs < kept.atMs - ageMs;
        if (oldest === kept || !isFull) break;
        dropped += 1;
        bytes -= sizeOf(oldest);
        if (latest.get(oldest.name) === oldest) latest.delete(oldest.name);
      }
      if (dropped > 0) entries.splice(0, dropped);
    },
    find: (name: string) => latest.get(name)?.value,
    /** Undefined where there is no value of the name `before`. */
    list({ limit, before }: ShelfQuery) {
      const next = before === undefined ? undefined : latest.get(before);
      if (before !== undefined && next === undefined) return undefined;
      const end = next === undefined ? entries.length : entries.lastIndexOf(next);
      const page = entries.slice(Math.max(0, end - limit), end);
      return page.reverse().map(({ value }) => value);
    },
  };
}

/** About how many bytes of memory a value takes. */
function sizeOfValue(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOfValue(member), 32);
}
