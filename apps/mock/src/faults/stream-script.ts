/** One event, in the chunks in which it is sent. */
export type Frame = (string | Uint8Array)[];

/** The bytes of an event, as text. */
export function textOfFrame(frame: Frame): string {
  return Buffer.concat(frame.map((chunk) => Buffer.from(chunk))).toString();
}

/**
 * A stream before it is sent: its frames in order, and what becomes of the connection after them. Where the frames are no
 * array, each is made when it is asked for.
 */
export interface StreamScript {
  frames: Iterable<Frame>;
  /** `stall` sends nothing more and stays open; `close` and `reset` end the connection in the middle of the answer. */
  ending: "end" | "stall" | "close" | "reset";
}

export function scriptOf(events: Iterable<string>): StreamScript {
  return { frames: { [Symbol.iterator]: () => eachFrame(events) }, ending: "end" };
}

function* eachFrame(events: Iterable<string>): Generator<Frame, void> {
  for (const event of events) yield [event];
}
