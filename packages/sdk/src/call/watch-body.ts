/** The end of a body: read to its end, left by its reader, or by the failure of its source. */
export interface BodyEnd {
  outcome: "complete" | "cancelled" | "truncated";
  /** The error that the reader gets. */
  error?: unknown;
}

interface BodyWatcher {
  /** Ends this body alone, with the reason as its failure, even if nobody reads it. */
  signal?: AbortSignal | undefined;
  /** Called when the reader waits for the next chunk. */
  onPull?(): void;
  /** Sees every chunk before the reader does. What it throws is a failure of the body. */
  onChunk?(bytes: Uint8Array): void;
  /** Called once. */
  onEnd(end: BodyEnd): void;
  /** Makes the reader's error from the failure of the source. */
  toError?(cause: unknown): unknown;
}

/** The same bytes in the same chunks, read no further than the reader reads; leaving it cancels its source. */
export function watchBody(
  body: ReadableStream<Uint8Array>,
  { signal, onPull, onChunk, onEnd, toError = (cause) => cause }: BodyWatcher,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let ended: BodyEnd | undefined;

  function end(how: BodyEnd): void {
    if (ended !== undefined) return;
    ended = how;
    onEnd(how);
  }

  function fail(cause: unknown): void {
    if (ended === undefined) end({ outcome: "truncated", error: toError(cause) });
    // For a body that does not know the signal; its read then comes to an end.
    reader.cancel(cause).catch(() => {});
  }

  const abort = () => fail(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onPull?.();
        try {
          const part = await reader.read();
          if (ended === undefined && !part.done) {
            onChunk?.(part.value);
            return controller.enqueue(part.value);
          }
        } catch (cause) {
          fail(cause);
        }
        end({ outcome: "complete" });
        if (ended?.outcome === "truncated") controller.error(ended.error);
        else controller.close();
      },
      async cancel(reason) {
        end({ outcome: "cancelled" });
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
