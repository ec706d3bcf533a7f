/** The parts of an answer that a `fetch` of tests or of React Native gives instead of a web Response. */
interface HandMadeAnswer {
  status?: unknown;
  ok?: unknown;
  headers?: HeadersInit & { get?(name: string): string | null; forEach?: unknown };
  body?: unknown;
  text?(): Promise<string>;
  json?(): Promise<unknown>;
}

/**
 * The answer of a `fetch` as a web Response: itself where it has a body of the web, or one around its `text()` or
 * `json()`. Absent where it is neither, such as an answer whose body is a stream of Node.
 */
export function webResponseOf(answer: Response): Response | undefined {
  const { body, headers } = (answer ?? {}) as HandMadeAnswer;
  if (typeof headers?.get === "function" && (body === null || hasReader(body))) return answer;
  return answer == null || body != null ? undefined : fromText(answer as HandMadeAnswer);
}

function hasReader(body: unknown): boolean {
  return typeof body === "object" && body !== null && "getReader" in body;
}

function fromText(answer: HandMadeAnswer): Response | undefined {
  const { status, ok, headers } = answer;
  const read = textReader(answer);
  const code = typeof status === "number" ? status : ok === true ? 200 : undefined;
  const fields = headersOf(headers);
  if (read === undefined || code === undefined || code < 200 || code > 599 || fields === undefined) return undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(await read()));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response([204, 205, 304].includes(code) ? null : body, { status: code, headers: fields });
}

function textReader(answer: HandMadeAnswer): (() => Promise<string>) | undefined {
  if (typeof answer.text === "function") return async () => String(await answer.text?.());
  if (typeof answer.json === "function") return async () => JSON.stringify(await answer.json?.());
  return undefined;
}

// What is read of an answer's headers; a stand-in may know its headers by name alone.
const readHeaders = ["content-type", "content-length", "x-request-id", "retry-after", "retry-after-ms", "location"];

function headersOf(headers: HandMadeAnswer["headers"]): Headers | undefined {
  try {
    if (headers === undefined) return new Headers();
    if (typeof headers.get !== "function" || Symbol.iterator in headers) return new Headers(headers);
    const known: [string, string][] = [];
    for (const name of readHeaders) {
      const value = headers.get(name);
      if (typeof value === "string") known.push([name, value]);
    }
    return new Headers(known);
  } catch {
    return undefined;
  }
}
