import type { Call } from "./call.js";

const excerptLength = 200;
// Longer than an excerpt, so that a key at its end is read whole and taken out.
const startLength = 10 * excerptLength;
// The status is there already, so a body that stalls must not hold up what it says.
const maxWaitMs = 5_000;

/** The value of a JSON text, or the text where it is not JSON. */
export function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The start of a body, which may never end. What is not wanted is cancelled; a body that is lost or stalls ends where it
 * was, and so does one whose signal aborts.
 */
export async function readStart(call: Call, { maxLength = startLength } = {}): Promise<string> {
  const { body } = call.response;
  if (body === null) return "";
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  call.onAbort(cancel);
  const utf8 = new TextDecoder();
  let text = "";
  const timer = setTimeout(cancel, maxWaitMs);
  try {
    while (text.length < maxLength) {
      const part = await reader.read();
      if (part.done) break;
      text += utf8.decode(part.value, { stream: true });
    }
  } catch {
    // What came says more than that the rest was lost.
  }
  clearTimeout(timer);
  cancel();
  return text.slice(0, maxLength);
}

/**
 * The text of a body, read no further than `maxResponseBytes` allows. Gives nothing for a body that is larger, however
 * small it was packed. A body that is cancelled for an abort ends where it was.
 */
export async function readText(call: Call, maxBytes: number): Promise<string | undefined> {
  const reader = call.body.getReader();
  call.onAbort(() => void reader.cancel().catch(() => {}));
  const utf8 = new TextDecoder();
  let bytes = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + utf8.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      void reader.cancel().catch(() => {});
      return undefined;
    }
    text += utf8.decode(value, { stream: true });
  }
}

/** The start of a text, short enough to be kept with an error. */
export function excerptOf(text: string): string {
  return text.slice(0, excerptLength);
}
