/** Returns the values by the index that is their key. A key that is no number comes last, in the order of arrival. */
export function valuesByIndex<Value>(values: ReadonlyMap<unknown, Value>): Value[] {
  return [...values].sort(([a], [b]) => rankOf(a) - rankOf(b)).map(([, value]) => value);
}

// Looked at first: an object from the wire can throw where it is made a number.
function rankOf(index: unknown): number {
  return typeof index === "number" && !Number.isNaN(index) ? index : Infinity;
}
