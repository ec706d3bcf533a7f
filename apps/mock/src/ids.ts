/** Makes ids in hexadecimal, `digits` long after the prefix. */
export type MakeId = (prefix: string, digits: number) => string;

/** The same seed gives the same ids in the same order (mulberry32). */
export function createIds(seed: number): MakeId {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  return (prefix, digits) => {
    let hex = "";
    while (hex.length < digits) hex += next().toString(16).padStart(8, "0");
    return prefix + hex.slice(0, digits);
  };
}
