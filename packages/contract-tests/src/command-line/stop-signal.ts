/**
 * Aborts at the first Ctrl-C, or when the process is asked to end, so that the run can still report. The second time
 * nothing catches it, and the process ends at once.
 */
export function stopSignal(onStop: () => void): AbortSignal {
  const stop = new AbortController();
  const end = () => {
    process.off("SIGINT", end).off("SIGTERM", end);
    onStop();
    stop.abort();
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  return stop.signal;
}
