import { type EventStream, sendAll } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import { revocationFrame } from "../faults/error-event.js";
import type { StreamScript } from "../faults/stream-script.js";
import type { JournalEntry } from "../journal/journal.js";
import { createRandom } from "../random.js";
import type { RequestContext } from "../request/request-context.js";
import type { LatencyValues } from "./latency.js";
import { openWaits, type WaitContext } from "./waits.js";

/** The timing of a stream's frames, and the reason it ends early. */
export interface StreamTiming extends WaitContext, Pick<RequestContext, "latency" | "dialect" | "seed"> {
  /** Due times are reckoned from when the request came. */
  entry: Pick<JournalEntry, "atMs">;
}

/** A comment comes whenever nothing else has come for so long, so that nobody on the way takes the stream for dead. */
const keepAliveMs = 15_000;

/**
 * Sends each frame of a stream when it is due. Due times count from the start of the stream, not from the frame before,
 * so that late timers don't add up. A stream that is late catches up by at most half a gap with each frame, because a
 * model doesn't send bursts; one whose clock was moved on catches up at once. A key that is revoked ends the stream with
 * an error event. The request as text decides, with the seed, how gaps differ.
 */
export function timedStream(
  { frames, ending, requestText }: StreamScript & { requestText: () => string },
  timing: StreamTiming,
): EventStream {
  const { session, entry, dialect, latency, seed } = timing;
  const { clock } = session;
  return async (signal, send) => {
    const waits = openWaits(signal, timing);
    try {
      const nextGapMs = gaps(latency, () => createRandom(requestText(), seed));
      const startMs = entry.atMs;
      let lastMs = startMs;
      let dueMs = startMs + latency.firstMs;
      let sent = 0;
      let sentMs = Number.NEGATIVE_INFINITY;
      let gapMs = 0;
      let { moves } = clock;
      for (const chunks of frames) {
        for (let quietMs = lastMs + keepAliveMs; quietMs < dueMs; quietMs += keepAliveMs) {
          await waits.until(quietMs);
          if (waits.isRevoked || signal.aborted || clock.now() >= dueMs) break;
          await send(": keep-alive\n\n");
        }
        await waits.until(clock.moves === moves ? Math.max(dueMs, sentMs + gapMs / 2) : dueMs);
        if (waits.isRevoked) {
          return await sendAll(revocationFrame({ dialect, sent: [...frames].slice(0, sent) }), send);
        }
        for (const chunk of chunks) {
          if (signal.aborted) return;
          await send(chunk);
        }
        sent += 1;
        sentMs = clock.now();
        lastMs = dueMs;
        gapMs = nextGapMs();
        dueMs += gapMs;
        if (dueMs > sentMs) ({ moves } = clock);
      }
      if (ending === "stall") await waits.until(Number.POSITIVE_INFINITY);
      if (waits.isRevoked) return await sendAll(revocationFrame({ dialect, sent: [...frames] }), send);
      if (ending === "reset" || ending === "close") throw new ConnectionFault(ending);
    } finally {
      waits.end();
    }
  };
}

function gaps({ gapMs, spread }: LatencyValues, makeRandom: () => () => number): () => number {
  if (spread === 0) return () => gapMs;
  const random = makeRandom();
  return () => gapMs * (1 + spread * (2 * random() - 1));
}
