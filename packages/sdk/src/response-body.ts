const startLength = 200;

/** The value of a JSON text, or the text where it is not JSON. */
export function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text of a body. Ends at the signal too, which a body that did not come from the platform's `fetch` may not know. */
export function readText(response: Response, signal: AbortSignal | null | undefined): Promise<string> {
  if (!signal) return response.text();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    // The signal is the call's own, so the listener goes with it.
    signal.addEventListener("abort", abort);
    response.text().then(resolve, reject);
  });
}

/** The first characters of a body that nobody wants the rest of; it may never end. */
export async function startOf({ body }: Response, signal: AbortSignal): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel);
  const utf8 = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done && text.length < startLength; part = await reader.read()) {
    text += utf8.decode(part.value, { stream: true });
  }
  signal.removeEventListener("abort", cancel);
  cancel();
  return excerptOf(text);
}

/** The start of a text, short enough to be kept with an error. */
export function excerptOf(text: string): string {
  return text.slice(0, startLength);
}
