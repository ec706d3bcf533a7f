type Mutation = readonly [what: string, value: unknown];

// What a member of another type may be. A text is not among them for a text: that is what it is.
const others: unknown[] = [null, 7, true, "x", [], {}, [null], { text: "x" }];

/** Every value that differs in one member: missing, null, of another type, named otherwise, or in another order. */
export function mutationsOf(value: unknown, path = ""): Mutation[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = Object.entries(value);
  const make = (entries: [string, unknown][]) =>
    Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
  return [
    [`${path} in another order`, make(fields.toReversed())],
    ...fields.flatMap(([name, member], index): Mutation[] => {
      const at = `${path}.${name}`;
      return [
        [`${at} missing`, make(fields.toSpliced(index, 1))],
        [`${at} named otherwise`, make(fields.with(index, [`x_${name}`, member]))],
        ...others
          .filter(
            (other) =>
              typeof other !== typeof member || other === null || Array.isArray(other) !== Array.isArray(member),
          )
          .map((other): Mutation => [`${at} is ${JSON.stringify(other)}`, make(fields.with(index, [name, other]))]),
        ...mutationsOf(member, at).map(([what, inner]): Mutation => [what, make(fields.with(index, [name, inner]))]),
      ];
    }),
  ];
}
