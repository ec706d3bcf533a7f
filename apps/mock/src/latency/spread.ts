/** Gives numbers from 0 up to 1. */
export type NextNumber = () => number;

/** The same text and seed give the same numbers (FNV-1a, then mulberry32). */
export function createNumbers(text: string, seed: number): NextNumber {
  let state = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);

  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
