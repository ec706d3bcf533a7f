import { setImmediate } from "node:timers"; // a test that fakes the timers of its process does not fake these
import type { Promisable } from "../store/store.js";

/** Lets arrivals in, so that many at once don't keep one another, or running streams, from their due times. */
export interface Admission {
  /** Resolves when a new arrival may be worked on; most may at once. */
  admit(): Promisable<void>;
  /** Tells that a client has connected, whose request is about to come. */
  connected(): void;
}

// Chosen by `measureStreams` in packages/bench: for the first event of a thousand streams opened at once 4 was no better,
// 32 and no limit were worse.
const admittedPerTurn = 8;

/** Turns without a new connection after which the clients count as connected. They cost next to nothing. */
const quietTurns = 16;

/** Turns for which arrivals wait on at most, until none waits any more: they are worked on however many clients come. */
const longestWait = 4096;

/**
 * Lets in so many arrivals in one turn of the event loop and the others in the turns after it, in order. A turn accepts one
 * connection, so while clients connect those that have to wait wait on: the requests of all are read first, and the time
 * of a request, from which its due times are reckoned, is soon after it was sent.
 */
export function createAdmission(perTurn = admittedPerTurn): Admission {
  const waiting: (() => void)[] = [];
  let room = perTurn;
  let turnsSinceConnection = quietTurns;
  let turnsWaited = 0;

  return {
    admit() {
      if (room === perTurn) setImmediate(turn);
      if (room === 0) return new Promise<void>((resolve) => waiting.push(resolve));
      room -= 1;
    },
    connected() {
      turnsSinceConnection = 0;
    },
  };

  function turn(): void {
    turnsSinceConnection += 1;
    const waitsOn = turnsSinceConnection <= quietTurns && turnsWaited < longestWait && waiting.length > 0;
    if (waitsOn) turnsWaited += 1;
    const admitted = waitsOn ? [] : waiting.splice(0, perTurn);
    if (waiting.length === 0) turnsWaited = 0;
    room = waitsOn ? 0 : perTurn - admitted.length;
    if (waitsOn || admitted.length > 0) setImmediate(turn);
    for (const admit of admitted) admit();
  }
}
