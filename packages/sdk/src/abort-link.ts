/** A signal of one call's own that follows the caller's signals. */
export interface AbortLink {
  /** Absent when nobody gave a signal. */
  signal: AbortSignal | undefined;
  /** Takes the listeners off the caller's signals; a signal that lives as long as the process gathers none. */
  release(): void;
}

/** Links a call to the signals that may end it, the client's and the call's. */
export function linkSignals(...sources: (AbortSignal | undefined)[]): AbortLink {
  const signals = sources.filter((source) => source !== undefined);
  if (signals.length === 0) return { signal: undefined, release() {} };

  const controller = new AbortController();
  const follow = () => {
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) controller.abort(aborted.reason);
  };
  for (const signal of signals) signal.addEventListener("abort", follow);
  follow();
  return {
    signal: controller.signal,
    release() {
      for (const signal of signals) signal.removeEventListener("abort", follow);
    },
  };
}
