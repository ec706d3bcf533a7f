type Abort = (reason: unknown) => void;

/** Calls `abort` when one of the signals aborts, or at once if one has. Returns the function that stops following. */
export type FollowSignals = (abort: Abort, ...signals: (AbortSignal | null | undefined)[]) => () => void;

/** Follows signals for the calls of a client. A signal has one listener for all of them, because Node warns of eleven as a leak. */
export function createSignalFollower(): FollowSignals {
  const followers = new WeakMap<EventTarget, Set<Abort>>();

  function pass({ target }: Event): void {
    // Only signals have this listener.
    const source = target as AbortSignal;
    for (const abort of followers.get(source) ?? []) abort(source.reason);
  }

  return (abort, ...signals) => {
    for (const source of signals) {
      if (!source) continue;
      if (source.aborted) abort(source.reason);
      followers.set(source, (followers.get(source) ?? new Set()).add(abort));
      // To add it again adds nothing.
      source.addEventListener("abort", pass);
    }
    return () => {
      for (const source of signals) {
        const following = source && followers.get(source);
        if (!following) continue;
        following.delete(abort);
        if (following.size === 0) source.removeEventListener("abort", pass);
      }
    };
  };
}
