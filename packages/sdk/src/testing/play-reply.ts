import type { TestReply } from "./test-reply.js";

interface PlayOptions {
  signal: AbortSignal | null | undefined;
  /** Called when the caller gives up before the end. */
  onCancel(): void;
}

// A response of these statuses cannot have a body.
const bodiless = [204, 205, 304];

/** Plays a reply as a `fetch` would: it obeys the signal, and fails with the errors of Node's `fetch`. */
export async function playReply(reply: TestReply, options: PlayOptions): Promise<Response> {
  const { head, ending } = reply;
  if (head === undefined) {
    if (ending === "stall") await waitForAbort(options);
    throw failure("fetch failed", ending);
  }
  const body = bodiless.includes(head.status) ? null : createBody(reply, options);
  return new Response(body, head);
}

function createBody({ chunks, ending }: TestReply, { signal, onCancel }: PlayOptions): ReadableStream<Uint8Array> {
  let next = 0;
  let release = () => {};
  return new ReadableStream(
    {
      start(controller) {
        const onAbort = () => {
          onCancel();
          controller.error(signal?.reason);
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        release = () => signal?.removeEventListener("abort", onAbort);
      },
      pull(controller) {
        const chunk = chunks[next++];
        // A copy, because a reader may take the memory over.
        if (chunk !== undefined) return controller.enqueue(chunk.slice());
        if (ending === "stall") return;
        release();
        if (ending === "complete") controller.close();
        else controller.error(failure("terminated", ending));
      },
      cancel() {
        release();
        onCancel();
      },
    },
    // Nothing is taken before it is asked for, so that it shows how far a caller has read.
    { highWaterMark: 0 },
  );
}

function waitForAbort({ signal, onCancel }: PlayOptions): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => {
      onCancel();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

const causes = {
  refused: { message: "connect ECONNREFUSED 127.0.0.1:1", code: "ECONNREFUSED" },
  reset: { message: "read ECONNRESET", code: "ECONNRESET" },
  cut: { message: "other side closed", code: "UND_ERR_SOCKET" },
};

function failure(message: string, ending: TestReply["ending"]): TypeError {
  const { message: reason, code } = ending === "refused" || ending === "reset" ? causes[ending] : causes.cut;
  return new TypeError(message, { cause: Object.assign(new Error(reason), { code }) });
}
