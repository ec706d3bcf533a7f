/** Values in the order in which they came. */
export interface Queue<Value> {
  push(value: Value): void;
  /** The first, which is then no longer in it; absent when it is empty. */
  take(): Value | undefined;
}

/** Makes a queue in which no value is ever moved, as it would be in a long list that is shifted. */
export function createQueue<Value>(): Queue<Value> {
  let values: Value[] = [];
  let taken = 0;

  return {
    push: (value) => void values.push(value),
    take() {
      if (taken < values.length) return values[taken++];
      if (taken > 0) values = [];
      taken = 0;
      return undefined;
    },
  };
}
