/** A signal of one call's own that follows the caller's signals. */
export interface AbortLink {
  signal: AbortSignal;
  /** Ends the call for a reason of our own. */
  abort(reason: unknown): void;
  /** Calls `run` when the call is ended, or at once where it was; the last one counts. A listener would cost more than the call. */
  onAbort(run: () => void): void;
  /** Stops following; a signal that lives as long as the process gathers no listeners. */
  release(): void;
}

/** Links a call to the signals that may end it, the client's and the call's. */
export type LinkSignals = (...sources: (AbortSignal | undefined)[]) => AbortLink;

/** Makes the links of a client's calls. A signal has one listener for all of them, because Node warns of eleven as a leak. */
export function createSignalLinker(): LinkSignals {
  const followers = new WeakMap<EventTarget, Set<AbortLink["abort"]>>();

  function follow({ target }: Event): void {
    // Only signals have this listener.
    const source = target as AbortSignal;
    for (const abort of followers.get(source) ?? []) abort(source.reason);
  }

  return (...sources) => {
    const controller = new AbortController();
    const { signal } = controller;
    const signals = sources.filter((source) => source !== undefined);
    let whenAborted = () => {};

    function abort(reason: unknown): void {
      controller.abort(reason);
      whenAborted();
    }

    for (const source of signals) {
      if (source.aborted) abort(source.reason);
      followers.set(source, (followers.get(source) ?? new Set()).add(abort));
      // To add it again adds nothing.
      source.addEventListener("abort", follow);
    }
    return {
      signal,
      abort,
      onAbort(run) {
        whenAborted = run;
        if (signal.aborted) run();
      },
      release() {
        for (const source of signals) {
          const following = followers.get(source);
          following?.delete(abort);
          if (following?.size === 0) source.removeEventListener("abort", follow);
        }
      },
    };
  };
}
