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

/**
 * The answer of a `fetch` as a web Response: itself where it has a body of the web, or one around its `text()` or
 * `json()`. Absent if it is neither, such as an answer whose body is a stream of Node.
 */
export function webResponseOf(answer: Response): Response | undefined {
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
