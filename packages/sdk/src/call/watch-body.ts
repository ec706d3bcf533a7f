/** How a body ended: read to its end, left by its reader, or by the failure of its source. */
export interface BodyEnd {
  outcome: "complete" | "cancelled" | "truncated";
  /** What the reader got of the failure. */
  error?: unknown;
}

interface BodyWatcher {
  /** Ends the body, with its reason as the failure. It is the body's alone. */
  signal?: AbortSignal | undefined;
  /** Called when the reader waits for the next chunk. */
  onPull?(): void;
  /** Sees every chunk before the reader does. */
  onChunk?(bytes: Uint8Array): void;
  /** Called once. */
  onEnd(end: BodyEnd): void;
  /** Makes the error that the reader gets of what the source failed with. */
  toError?(cause: unknown): unknown;
}

/** The same bytes in the same chunks, read no further than the reader reads; leaving it cancels its source. */
export function watchBody(
  body: ReadableStream<Uint8Array>,
  { signal, onPull, onChunk, onEnd, toError = (cause) => cause }: BodyWatcher,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let hasEnded = false;

  function end(how: BodyEnd): void {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(how);
  }

  // For a body that does not know the signal; its read then comes to an end.
  function abort(): void {
    reader.cancel(signal?.reason).catch(() => {});
  }
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onPull?.();
        try {
          const part = await reader.read();
          if (signal?.aborted) throw signal.reason;
          if (!part.done) {
            onChunk?.(part.value);
            return controller.enqueue(part.value);
          }
          end({ outcome: "complete" });
          controller.close();
        } catch (error) {
          const typed = toError(error);
          end({ outcome: "truncated", error: typed });
          controller.error(typed);
        }
      },
      async cancel(reason) {
        end({ outcome: "cancelled" });
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
