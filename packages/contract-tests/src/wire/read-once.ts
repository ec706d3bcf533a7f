/**
 * Makes a function that reads each thing once and then gives what it read, as long as the thing is there. Some hundred rules
 * read the same answers: judging a run takes half the time.
 */
export function readOnce<Thing extends object, Content>(read: (thing: Thing) => Content): (thing: Thing) => Content {
  const known = new WeakMap<Thing, { content: Content }>();
  return (thing) => {
    const found = known.get(thing) ?? { content: read(thing) };
    known.set(thing, found);
    return found.content;
  };
}
