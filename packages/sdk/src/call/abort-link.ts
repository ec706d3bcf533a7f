/** A signal of one call's own that follows the caller's signals. */
export interface AbortLink {
  signal: AbortSignal;
  /** Ends the call for a reason of our own. */
  abort(reason: unknown): void;
  /** Takes the listeners off the caller's signals; a signal that lives as long as the process gathers none. */
  release(): void;
}

/** Links a call to the signals that may end it, the client's and the call's. */
export function linkSignals(...sources: (AbortSignal | undefined)[]): AbortLink {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (reason: unknown) => controller.abort(reason);
  const signals = sources.filter((source) => source !== undefined);
  if (signals.length === 0) return { signal, abort, release() {} };

  const follow = () => {
    const aborted = signals.find((source) => source.aborted);
    if (aborted !== undefined) abort(aborted.reason);
  };
  for (const source of signals) source.addEventListener("abort", follow);
  follow();
  return {
    signal,
    abort,
    release() {
      for (const source of signals) source.removeEventListener("abort", follow);
    },
  };
}
