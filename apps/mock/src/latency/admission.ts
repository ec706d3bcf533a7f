/** Resolves when a new arrival may be worked on. */
export type Admission = () => Promise<void>;

// With 4 or 8, a thousand streams opened at once have their first event after 380 ms where 200 are asked for; with 32
// after 410, with no limit after 500 (`measureStreams` in packages/bench).
const admittedPerTurn = 8;

/**
 * Lets in so many arrivals in one turn of the event loop and the others in the turns after it, in order, so that a
 * thousand that arrive at once don't keep running streams from their due times.
 */
export function createAdmission(perTurn = admittedPerTurn): Admission {
  const waiting: (() => void)[] = [];
  let room = perTurn;

  return async () => {
    if (room === perTurn) setImmediate(turn);
    if (room > 0) {
      room -= 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };

  function turn(): void {
    const admitted = waiting.splice(0, perTurn);
    room = perTurn - admitted.length;
    if (admitted.length > 0) setImmediate(turn);
    for (const admit of admitted) admit();
  }
}
