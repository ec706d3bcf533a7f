import type { Call } from "./call.js";

/** Returns the media type of an answer in lower case, without parameters; the first where a proxy has added another. */
export function readMediaType({ headers }: Response): string | undefined {
  return headers
    .get("content-type")
    ?.match(/^[^\s;,]+/)?.[0]
    .toLowerCase();
}

/** True if an answer can be read as the media type; one that names none gets the benefit of the doubt. */
export function isMediaType(response: Response, wanted: string): boolean {
  const found = readMediaType(response);
  return found === undefined || found === wanted || (wanted === "application/json" && found.endsWith("+json"));
}

/** An answer that a test or React Native put together instead of a web Response. */
interface HandMadeAnswer {
  status?: number;
  ok?: boolean;
  headers?: Headers | { get(name: string): string | null };
  body?: object | null;
  text?(): Promise<string>;
  json?(): Promise<unknown>;
  arrayBuffer?(): Promise<ArrayBuffer>;
}

// What is read of an answer's headers; a stand-in may know its headers by name alone.
const names = ["content-type", "content-length", "x-request-id", "retry-after", "retry-after-ms", "location"];

/** Returns an answer as a web Response, or one around its `text()` or `json()`; absent if it is neither. */
export function toWebResponse(answer: Response): Response | undefined {
  const { status, ok, headers, body, text, json, arrayBuffer } = (answer ?? {}) as HandMadeAnswer;
  const hasNames = typeof headers?.get === "function";
  if (answer instanceof Response || (hasNames && body && "getReader" in body)) return answer;
  if (body || !(text || json)) return undefined;
  const isFile = arrayBuffer && hasNames && /^(audio|image|video)\//.test(headers.get("content-type") ?? "");

  async function pull(controller: ReadableStreamDefaultController): Promise<void> {
    // Called on the answer itself, which may be a class.
    const whole = isFile
      ? await answer.arrayBuffer()
      : new TextEncoder().encode(text ? await answer.text() : JSON.stringify(await answer.json()));
    controller.enqueue(new Uint8Array(whole));
    controller.close();
  }

  try {
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), {
      // Without either it is no status, and refused like one that can't be.
      status: status ?? (ok ? 200 : 0),
      headers: hasNames && !(Symbol.iterator in headers) ? knownHeaders(headers) : (headers as HeadersInit),
    });
  } catch {
    return undefined;
  }
}

function knownHeaders(headers: { get(name: string): string | null }): [string, string][] {
  return names.map((name) => [name, headers.get(name) ?? ""]).filter(([, value]) => value !== "") as [string, string][];
}

// Longer than the excerpt that an error keeps, so that a key at its end is read whole and taken out.
const startBytes = 2_000;
// The status is there already, so a body that stalls must not hold up what it says.
const maxStartMs = 5_000;

interface ReadBody {
  text: string;
  /** `tooLarge`: there is more than was allowed, however small it was packed. */
  end: "complete" | "tooLarge" | "failed";
  cause?: unknown;
}

/** Reads the body of an answer up to a size, and cancels the rest, also after `maxMs` or an abort. */
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
