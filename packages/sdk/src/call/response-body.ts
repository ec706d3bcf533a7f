import type { Call } from "./call.js";

// Longer than the excerpt that an error keeps, so that a key at its end is read whole and taken out.
const startBytes = 2_000;
// The status is there already, so a body that stalls must not hold up what it says.
const maxStartMs = 5_000;

/** Returns the value of a JSON text, or the text if it is not JSON. */
export function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The part of a body that was read. */
interface ReadBody {
  text: string;
  /** `tooLarge`: there is more than was allowed, however small it was packed. */
  end: "complete" | "tooLarge" | "failed";
  /** The error that the body failed with. */
  cause?: unknown;
}

/**
 * Reads the body of an answer as far as it is allowed to, and cancels the rest. A body that is cancelled, for an abort
 * or because it took longer than `maxMs`, ends where it was.
 */
export async function readBody(
  call: Call,
  { maxBytes, maxMs }: { maxBytes: number; maxMs?: number },
): Promise<ReadBody> {
  // Somebody has read it already, such as a middleware of openapi-fetch.
  if (call.body.locked) return { text: "", end: "failed" };
  const reader = call.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  call.onAbort(cancel);
  const timer = maxMs && setTimeout(cancel, maxMs);
  const utf8 = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    while (bytes <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) return { text: text + utf8.decode(), end: "complete" };
      bytes += value.byteLength;
      text += utf8.decode(value, { stream: true });
    }
    cancel();
    return { text, end: "tooLarge" };
  } catch (cause) {
    return { text, end: "failed", cause };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the start of a body that may never end, fail or stall: the part that arrived says more than the missing rest. */
export async function readStart(call: Call, maxBytes = startBytes): Promise<string> {
  const { text } = await readBody(call, { maxBytes, maxMs: maxStartMs });
  return text.slice(0, maxBytes);
}
