import { parsedOrText } from "../stream/json-fields.js";

/** A call that a test fetch got. */
export interface TestCall {
  /** The HTTP method. */
  method: string;
  /** The whole address. */
  url: string;
  /** Names in lower case. The key is replaced by `[key]` here, in the URL and in the body. */
  headers: Record<string, string>;
  /** The body: parsed if it was JSON, a `FormData` if it was a form, any other text as text, anything else unchanged. */
  body: unknown;
  /** True if the caller gave up before the end of the reply: by an abort, or by not reading on. */
  wasCancelled: boolean;
}

/** The call in the arguments of a `fetch`, without the key. */
export function readTestCall(url: string, { method = "GET", headers, body }: RequestInit): TestCall {
  const sent = new Headers(headers);
  const keys = [sent.get("authorization")?.replace(/^Bearer /i, ""), sent.get("x-api-key")];
  const redact = (text: string) =>
    keys.reduce<string>((safe, key) => (key ? safe.replaceAll(key, "[key]") : safe), text);
  return {
    method,
    url: redact(url),
    headers: Object.fromEntries([...sent].map(([name, value]) => [name, redact(value)])),
    body: typeof body === "string" ? parsedOrText(redact(body)) : (body ?? undefined),
    wasCancelled: false,
  };
}
