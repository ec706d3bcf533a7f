import { setImmediate } from "node:timers"; // a test that fakes the timers of its process does not fake these
import type { Promisable } from "../store/store.js";

/** Resolves when a new arrival may be worked on; most may at once. */
export type Admission = () => Promisable<void>;

// Chosen by `measureStreams` in packages/bench: for the first event of a thousand streams opened at once 4 was no better,
// 32 and no limit were worse.
const admittedPerTurn = 8;

/**
 * Lets in so many arrivals in one turn of the event loop and the others in the turns after it, in order, so that a
 * thousand that arrive at once don't keep running streams from their due times.
 */
export function createAdmission(perTurn = admittedPerTurn): Admission {
  const waiting: (() => void)[] = [];
  let room = perTurn;

  return () => {
    if (room === perTurn) setImmediate(turn);
    if (room === 0) return new Promise<void>((resolve) => waiting.push(resolve));
    room -= 1;
  };

  function turn(): void {
    const admitted = waiting.splice(0, perTurn);
    room = perTurn - admitted.length;
    if (admitted.length > 0) setImmediate(turn);
    for (const admit of admitted) admit();
  }
}
