import { headerOf, type WireReply } from "../wire/wire.js";

const longestMs = 60_000;
const mostWaits = 3;
/** A deployment that allows so many requests is met by no run in its way. */
const ampleLimit = 200;

/** Keeps a run within the limit that a deployment tells in its headers. */
export interface Pace {
  heard(reply: WireReply): void;
  /** False where a limit was told that a run may reach. */
  readonly isAmple: boolean;
  waitMs(): number;
}

/** A pace that waits a few times in a run at most: a header that is always 0 is a fault and must not hold a run up. */
export function createPace(): Pace {
  let dueMs = 0;
  let waits = 0;
  let isAmple = true;

  return {
    get isAmple() {
      return isAmple;
    },
    heard(reply) {
      const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
        Number(headerOf(reply, `x-ratelimit-${name}-requests`) ?? Number.NaN),
      );
      isAmple &&= !((limit ?? Number.NaN) < ampleLimit);
      const isNearly = (limit ?? Number.NaN) < ampleLimit && (remaining ?? Number.NaN) <= 0;
      dueMs = isNearly && Number.isFinite(reset) ? Math.min(longestMs, Math.max(0, (reset ?? 0) * 1000)) : 0;
    },
    waitMs() {
      const ms = waits < mostWaits ? dueMs : 0;
      if (ms > 0) waits += 1;
      dueMs = 0;
      return ms;
    },
  };
}
