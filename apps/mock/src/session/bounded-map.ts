/**
 * Values by name, of which the oldest are dropped when there are too many or they take too much. The latest one
 * always stays.
 */
export interface BoundedMap<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

export interface Bounds<Value> {
  entries?: number;
  bytes?: number;
  /** About how many bytes a value takes. */
  sizeOf?: (value: Value) => number;
}

export function createBoundedMap<Value>({
  entries = Number.POSITIVE_INFINITY,
  bytes = Number.POSITIVE_INFINITY,
  sizeOf = () => 0,
}: Bounds<Value>): BoundedMap<Value> {
  const values = new Map<string, { value: Value; size: number }>();
  let sum = 0;

  return {
    get: (name) => values.get(name)?.value,
    set(name, value) {
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
