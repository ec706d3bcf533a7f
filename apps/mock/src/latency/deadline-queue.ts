/** Something that is due at a time. */
export interface Deadline {
  dueMs: number;
}

/** Gives what is due first, first: a binary heap. */
export interface DeadlineQueue<Item extends Deadline> {
  add(item: Item): void;
  /** Returns the next item due; it stays in the queue. */
  first(): Item | undefined;
  takeFirst(): Item | undefined;
  clear(): void;
}

export function createDeadlineQueue<Item extends Deadline>(): DeadlineQueue<Item> {
  const heap: Item[] = [];

  return {
    add(item) {
      let at = heap.push(item) - 1;
      while (at > 0) {
        const above = (at - 1) >> 1;
        const parent = heap[above];
        if (parent === undefined || parent.dueMs <= item.dueMs) break;
        heap[at] = parent;
        at = above;
      }
      heap[at] = item;
    },
    first: () => heap[0],
    takeFirst() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      sink(last);
      return first;
    },
    clear() {
      heap.length = 0;
    },
  };

  /** Puts an item where it belongs, from the top on. */
  function sink(item: Item): void {
    let at = 0;
    for (;;) {
      const below = 2 * at + 1;
      const left = heap[below];
      const right = heap[below + 1];
      const isRight = left !== undefined && right !== undefined && right.dueMs < left.dueMs;
      const child = isRight ? right : left;
      if (child === undefined || child.dueMs >= item.dueMs) break;
      heap[at] = child;
      at = isRight ? below + 1 : below;
    }
    heap[at] = item;
  }
}
