/** A list that grows at its end and is forgotten from its front, without moving what stays each time. */
export interface Queue<Item> {
  readonly length: number;
  push(item: Item): void;
  /** Takes the first; undefined where there is none. */
  shift(): Item | undefined;
  /** The item at an index from the front; negative indexes count from the end. */
  at(index: number): Item | undefined;
  /** The items from `start` up to `end`, in their order. */
  slice(start: number, end?: number): Item[];
  clear(): void;
}

/** `gone` stands where an item was; for numbers it should be one, as a list of nothing else is kept in half the room. */
export function createQueue<Item>(gone?: Item): Queue<Item> {
  let items: (Item | undefined)[] = [];
  /** Items before it are gone; their places are given back by the many. */
  let first = 0;

  return {
    get length() {
      return items.length - first;
    },
    push: (item) => void items.push(item),
    shift() {
      if (first === items.length) return undefined;
      const item = items[first];
      items[first] = gone;
      first += 1;
      if (first * 2 > items.length) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
    at: (index) =>
      index < 0 && -index > items.length - first ? undefined : items.at(index < 0 ? index : first + index),
    // Only places before `first` are empty.
    slice: (start, end) => items.slice(first + start, end === undefined ? undefined : first + end) as Item[],
    clear() {
      items = [];
      first = 0;
    },
  };
}
