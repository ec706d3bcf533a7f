import fc from "fast-check";

/** Chooses one of so many things by its number; 0 is the plainest. */
export type Choose = (count: number) => number;

const mostChoices = 150;

/** Values that are made by choosing. When a test fails, fast-check makes the choices fewer and plainer. */
export function chosen<Value>(make: (choose: Choose) => Value): fc.Arbitrary<Value> {
  const choices = fc.array(fc.nat(0xffff), { maxLength: mostChoices, size: "max" });
  return choices.map((numbers) => {
    let at = 0;
    return make((count) => (numbers[at++] ?? 0) % count);
  });
}

/** One of the items. */
export function pick<Item>(items: readonly [Item, ...Item[]], choose: Choose): Item {
  return items[choose(items.length)] ?? items[0];
}

/** Returns the results of all ways to choose, up to the limit; the last choice varies first. */
export function everyChoice<Value>(make: (choose: Choose) => Value, limit: number): Value[] {
  const made: Value[] = [];
  let numbers: number[] | undefined = [];
  while (numbers !== undefined && made.length < limit) {
    const taken: { number: number; count: number }[] = [];
    const given: number[] = numbers;
    made.push(
      make((count) => {
        const number = given[taken.length] ?? 0;
        taken.push({ number, count });
        return number;
      }),
    );
    const last = taken.findLastIndex(({ number, count }) => number + 1 < count);
    numbers =
      last < 0 ? undefined : taken.slice(0, last + 1).map(({ number }, index) => number + (index === last ? 1 : 0));
  }
  return made;
}
