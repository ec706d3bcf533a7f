/**
 * What the promise gives, or nothing as soon as the signal aborts, whether the work behind the promise knows it or not.
 * The signal is the call's own, so the listener goes with it.
 */
export function untilAbort<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | null | undefined,
): Promise<Value | undefined> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    promise.then(resolve, reject);
  });
}
