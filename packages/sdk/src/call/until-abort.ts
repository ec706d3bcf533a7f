/**
 * What the promise gives, or the signal's reason as soon as the signal aborts, whether the work behind the promise knows
 * it or not. The signal is the call's own, so the listener goes with it.
 */
export function untilAbort<Value>(promise: Promise<Value>, signal: AbortSignal | null | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject);
  });
}
