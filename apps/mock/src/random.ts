import { hash } from "node:crypto";

/** Numbers from 0 up to 1, the same row for the same seed. */
export type Random = () => number;

/** A generator that depends on a value and a seed, and on nothing that was asked before. */
export function createRandom(value: unknown, seed: number): Random {
  const digest = hash("sha256", `${seed} ${JSON.stringify(value)}`);
  const next = mulberry32(Number.parseInt(digest.slice(0, 8), 16));
  return () => next() / 2 ** 32;
}

/** By how much the state of the generator changes with each number. */
export const mulberryStep = 0x6d2b79f5;

/** Whole numbers of 32 bits, the same row for the same seed. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;

  return () => {
    state = (state + mulberryStep) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** One of the values. Throws where there is none. */
export function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError("There is nothing to pick from.");
  return value;
}
