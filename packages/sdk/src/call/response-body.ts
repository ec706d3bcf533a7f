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
export async function readStart(
  { body }: Response,
  { signal, maxLength = startLength }: { signal: AbortSignal | null | undefined; maxLength?: number },
): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  // The signal is the call's own, so the listener goes with it.
  signal?.addEventListener("abort", cancel);
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

/** The start of a text, short enough to be kept with an error. */
export function excerptOf(text: string): string {
  return text.slice(0, excerptLength);
}
