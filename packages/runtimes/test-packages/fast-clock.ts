/** A clock that runs twenty times as fast, so that a video takes half a second. */
export const fastClock = {
  now: () => 20 * Date.now(),
  setTimer(delayMs: number, callback: () => void) {
    const timer = setTimeout(callback, delayMs / 20);
    return () => clearTimeout(timer);
  },
};
