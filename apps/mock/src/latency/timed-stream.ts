import { type EventStream, sendAll } from "../call.js";
import type { Clock } from "../clock.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import { revocationFrame } from "../faults/error-event.js";
import type { StreamScript } from "../faults/stream-script.js";
import type { JournalEntry } from "../journal/journal.js";
import { createRandom } from "../random.js";
import type { RequestContext } from "../request/request-context.js";
import type { State } from "../session/state.js";
import { isPending } from "../store/store.js";
import type { LatencyValues } from "./latency.js";
import type { Scheduler } from "./scheduler.js";

/** The timing of a stream's frames, and the reason it ends early. */
export interface StreamTiming extends Pick<RequestContext, "latency" | "key" | "dialect" | "seed"> {
  session: { clock: Pick<Clock, "now">; scheduler: Scheduler; state: Pick<State, "onRevoked"> };
  /** Due times are reckoned from when the request came. */
  entry: Pick<JournalEntry, "atMs">;
}

/** A comment comes whenever nothing else has come for so long, so that nobody on the way takes the stream for dead. */
const keepAliveMs = 15_000;

/**
 * Gives each frame of a stream when it is due. Due times are reckoned from the start of the stream, not from the frame
 * before, so that late timers don't add up; a frame that is late already comes at once. A key that is revoked ends the
 * stream with an error event. The request as text decides, with the seed, how gaps differ.
 */
export function timedStream(
  { frames, ending, requestText }: StreamScript & { requestText: () => string },
  { session, entry, key, dialect, latency, seed }: StreamTiming,
): EventStream {
  return async (signal, send) => {
    const { scheduler, clock, state } = session;
    const startMs = entry.atMs;
    const wait = scheduler.openWait(signal);
    let isRevoked = false;
    const stopWatching = state.onRevoked(key, () => {
      isRevoked = true;
      wait.wakeNow();
    });
    try {
      const nextGapMs = gaps(latency, () => createRandom(requestText(), seed));
      let lastMs = startMs;
      let dueMs = startMs + latency.firstMs;
      let sent = 0;
      for (const chunks of frames) {
        for (let quietMs = lastMs + keepAliveMs; quietMs < dueMs; quietMs += keepAliveMs) {
          await wait.until(quietMs);
          if (isRevoked || signal.aborted || clock.now() >= dueMs) break;
          await send(": keep-alive\n\n");
        }
        if (!isRevoked && dueMs > clock.now()) await wait.until(dueMs);
        if (isRevoked) {
          return await sendAll(revocationFrame({ dialect, sent: [...frames].slice(0, sent) }), send);
        }
        for (const chunk of chunks) {
          if (signal.aborted) return;
          const sending = send(chunk);
          if (isPending(sending)) await sending;
        }
        sent += 1;
        lastMs = dueMs;
        dueMs += nextGapMs();
      }
      if (ending === "stall") await wait.until(Number.POSITIVE_INFINITY);
      if (isRevoked) return await sendAll(revocationFrame({ dialect, sent: [...frames] }), send);
      if (ending === "reset" || ending === "close") throw new ConnectionFault(ending);
    } finally {
      stopWatching();
    }
  };
}

function gaps({ gapMs, spread }: LatencyValues, makeRandom: () => () => number): () => number {
  if (spread === 0) return () => gapMs;
  const random = makeRandom();
  return () => gapMs * (1 + spread * (2 * random() - 1));
}
