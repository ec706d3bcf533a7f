export interface Bounds<Value> {
  entries?: number;
  bytes?: number;
  /** About how many bytes a value takes. */
  sizeOf?: (value: Value) => number;
}

/**
 * Makes a map of values by name, of which the oldest are dropped when there are too many or they take too much. The latest one
 * always stays.
 */
export function createBoundedMap<Value>({
  entries = Number.POSITIVE_INFINITY,
  bytes = Number.POSITIVE_INFINITY,
  sizeOf = () => 0,
}: Bounds<Value>) {
  const values = new Map<string, { value: Value; size: number }>();
  let sum = 0;

  return {
    get: (name: string) => values.get(name)?.value,
    set(name: string, value: Value) {
      forget(name);
      const size = sizeOf(value);
      values.set(name, { value, size });
      sum += size;
      for (const oldest of values.keys()) {
        if ((values.size <= entries && sum <= bytes) || oldest === name) break;
        forget(oldest);
      }
    },
  };

  function forget(name: string): void {
    const kept = values.get(name);
    if (kept === undefined) return;
    values.delete(name);
    sum -= kept.size;
  }
}
