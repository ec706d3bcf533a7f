import { responseFormatError } from "../errors/call-error.js";
import { connectionFailure } from "../errors/connection-failure.js";
import { ModelAccessError } from "../errors/model-access-error.js";
import type { Call } from "./call.js";

interface EndingOptions {
  /** Says what was lost. With it a failure of the body is typed, and deadlines run while the caller waits for more. */
  what?: string;
  maxBytes?: number;
  /** Says how the call ended where its body was read to the end; without it the status says so. */
  onComplete?(): void;
}

// By a symbol of all builds, so that the relay of one knows the answers of the other.
const behind = Symbol.for("@model-access/sdk/call");

/** The answer of a call for a caller who reads it: the call ends with its body. */
export function endingResponse(
  call: Call,
  { what, maxBytes = Infinity, onComplete = () => call.end({}) }: EndingOptions = {},
): Response {
  const { response, deadlines, signal } = call;
  const { status, statusText, headers, body, url } = response;
  if (what === undefined) deadlines.end();
  if (body === null || headers.get("content-length") === "0") {
    onComplete();
    return response;
  }
  let isTaken = false;
  let bytes = 0;

  function end({ outcome, error }: BodyEnd): void {
    if (isTaken) call.stop();
    else if (outcome === "complete") onComplete();
    // A typed error says how the call ended.
    else if (error instanceof ModelAccessError) call.end({ error });
    else call.end({ outcome: signal.aborted ? "cancelled" : outcome, error });
  }

  function toError(cause: unknown): unknown {
    return what === undefined || cause instanceof ModelAccessError ? cause : connectionFailure(call, { what, cause });
  }

  // A reader may take its time.
  deadlines.pause();
  const watched = watchBody(body, {
    signal,
    onPull: deadlines.resume,
    onChunk({ byteLength }) {
      bytes += byteLength;
      if (bytes > maxBytes) throw responseFormatError(call, { what: tooLarge(maxBytes) });
      deadlines.pause();
      deadlines.enter("betweenContents");
    },
    onEnd: end,
    toError,
  });
  const take = () => {
    isTaken = true;
    return call;
  };
  const ending = new Response(watched, { status, statusText, headers });
  return Object.defineProperties(ending, { url: { value: url }, [behind]: { value: take } });
}

/** The call behind an answer that was handed over. Whoever takes it says how it ended. */
export function findCall(response: Response & { [behind]?: () => Call }): Call | undefined {
  return response[behind]?.();
}

export function tooLarge(maxBytes: number): string {
  return `with more than maxResponseBytes (${maxBytes}); raise it if you expect such replies`;
}

/** The end of a body: read to its end, left by its reader, or by the failure of its source. */
export interface BodyEnd {
  outcome: "complete" | "cancelled" | "truncated";
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
