/** A power of two, as the capacity always is. */
const leastCapacity = 16;

/**
 * Makes an empty queue: a list that grows at its end and is forgotten from its front, without moving what stays each time. `gone` stands where no item is; for numbers it should be one, as a list of nothing else is kept in
 * half the room.
 */
export function createQueue<Item>(gone?: Item) {
  // A ring that is written in place. A list that is replaced by its rest now and then still refers to all its items until
  // the collector looks at what is old, and so makes old each of them that is new.
  let ring = emptyRing(leastCapacity);
  let first = 0;
  let length = 0;

  return {
    get length() {
      return length;
    },
    push(item: Item) {
      if (length === ring.length) resize(2 * length);
      ring[(first + length) & (ring.length - 1)] = item;
      length += 1;
    },
    /** Takes the first; undefined where there is none. */
    shift() {
      if (length === 0) return undefined;
      const item = ring[first];
      ring[first] = gone;
      first = (first + 1) & (ring.length - 1);
      length -= 1;
      if (ring.length > leastCapacity && length * 4 <= ring.length) resize(ring.length / 2);
      return item;
    },
    /** The item at an index from the front; negative indexes count from the end. */
    at(index: number) {
      const place = index < 0 ? length + index : index;
      return place >= 0 && place < length ? ring[(first + place) & (ring.length - 1)] : undefined;
    },
    /** The items from `start` up to `end`, in their order. */
    slice: (start: number, end: number = length) => itemsFrom(start, end),
    clear() {
      ring = emptyRing(leastCapacity);
      first = 0;
      length = 0;
    },
  };

  function emptyRing(capacity: number): (Item | undefined)[] {
    return new Array<Item | undefined>(capacity).fill(gone);
  }

  /** The places from `start` up to `end`, which are all taken. */
  function itemsFrom(start: number, end: number): Item[] {
    const items: Item[] = [];
    for (let place = Math.max(0, start); place < Math.min(end, length); place += 1) {
      items.push(ring[(first + place) & (ring.length - 1)] as Item); // it is before `length`
    }
    return items;
  }

  function resize(capacity: number): void {
    const items = itemsFrom(0, length);
    ring.length = 0;
    ring = emptyRing(capacity);
    for (let place = 0; place < items.length; place += 1) ring[place] = items[place];
    first = 0;
  }
}
