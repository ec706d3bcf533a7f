import { headerOf, type WireReply } from "../wire/wire.js";

const transient = [429, 503];
const maxRetries = 2;
const longestWaitMs = 5_000;

/** Returns how long to wait before a call is made again; undefined where it must not be, or only after a long time (R7.10). */
export function retryDelay(reply: WireReply, retry: number): number | undefined {
  if (!transient.includes(reply.status) || retry >= maxRetries) return undefined;
  const seconds = Number(headerOf(reply, "retry-after") ?? Number.NaN);
  const waitMs = Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 500 * 2 ** retry;
  return waitMs <= longestWaitMs ? waitMs : undefined;
}
