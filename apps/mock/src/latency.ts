import type { Clock } from "./clock.js";

/** How fast a stream comes; see `latencies`. */
export type Latency = keyof typeof latencies;

/** The time to the first event of a stream and the gap between the next ones, for kinds of models and days. */
export const latencies = {
  instant: { firstMs: 0, gapMs: 0 },
  fast: { firstMs: 60, gapMs: 15 },
  standard: { firstMs: 400, gapMs: 30 },
  reasoning: { firstMs: 3000, gapMs: 30 },
  overloaded: { firstMs: 8000, gapMs: 200 },
};

/**
 * Gives each event when it is due. Due times are reckoned from the start of the stream, not from the event before,
 * so that late timers don't add up; an event that is late already comes at once.
 */
export async function* paced(
  events: string[],
  options: { latency: Latency; clock: Clock; signal: AbortSignal },
): AsyncGenerator<string> {
  const { clock, signal } = options;
  const { firstMs, gapMs } = latencies[options.latency];
  const startMs = clock.now();
  for (const [index, event] of events.entries()) {
    const waitMs = startMs + firstMs + index * gapMs - clock.now();
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    if (signal.aborted) return;
    yield event;
  }
}
