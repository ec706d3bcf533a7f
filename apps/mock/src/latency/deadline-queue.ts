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
        const parent = (at - 1) >> 1;
        if (dueAt(parent) <= item.dueMs) break;
        swap(at, parent);
        at = parent;
      }
    },
    first: () => heap[0],
    takeFirst() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first;
      heap[0] = last;
      sink();
      return first;
    },
    clear() {
      heap.length = 0;
    },
  };

  function sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const child = dueAt(left + 1) < dueAt(left) ? left + 1 : left;
      if (dueAt(child) >= dueAt(at)) return; // a place past the end is never due
      swap(at, child);
      at = child;
    }
  }

  function dueAt(index: number): number {
    return heap[index]?.dueMs ?? Number.POSITIVE_INFINITY;
  }

  function swap(one: number, other: number): void {
    const [item, otherItem] = [heap[one], heap[other]];
    if (item === undefined || otherItem === undefined) return;
    heap[one] = otherItem;
    heap[other] = item;
  }
}
