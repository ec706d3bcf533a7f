import type { RequestContext } from "../request/request-context.js";
import type { State } from "../session/state.js";
import type { VirtualClock } from "../session/virtual-clock.js";

/** The waits of one call for its due times. They all end at once when its client leaves or its key is revoked. */
export interface Waits {
  until(dueMs: number): Promise<void>;
  readonly isRevoked: boolean;
  end(): void;
}

/** The parts of a request's context that decide when a wait ends. */
export interface WaitContext extends Pick<RequestContext, "key"> {
  session: { clock: Pick<VirtualClock, "now" | "setTimer" | "moves">; state: Pick<State, "onRevoked"> };
}

/** A stalled stream is due never, and a timer can't be set for longer than this. */
const longestTimerMs = 2 ** 31 - 1;

export function openWaits(signal: AbortSignal, { session: { clock, state }, key }: WaitContext): Waits {
  let isRevoked = false;
  let endWait: () => void = () => undefined;
  const leave = () => endWait();
  signal.addEventListener("abort", leave);
  const stopWatching = state.onRevoked(key, () => {
    isRevoked = true;
    endWait();
  });

  return {
    async until(dueMs) {
      // In whole milliseconds, as the system's timers cut off fractions and would then wake too soon.
      const delayMs = Math.min(longestTimerMs, Math.ceil(dueMs - clock.now()));
      if (delayMs <= 0 || isRevoked || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimer(delayMs, resolve);
        endWait = () => {
          cancel();
          resolve();
        };
      });
    },
    get isRevoked() {
      return isRevoked;
    },
    end() {
      stopWatching();
      signal.removeEventListener("abort", leave);
    },
  };
}
