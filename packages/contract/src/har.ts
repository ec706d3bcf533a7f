import { isCredentialHeader, sentKeys } from "./credentials.js";
import { recordBytes } from "./exchange-lines.js";
import { type ExchangeRecord, exchangeFormat, type RecordedBytes, type RecordedChunk } from "./exchange-record.js";
import { masked } from "./mask.js";

/** A text that is no HAR file, or an entry of one that can't be read; the message says which and why. */
export class HarFormatError extends Error {
  constructor(what: string) {
    super(what);
    this.name = "HarFormatError";
  }
}

/**
 * Reads the HTTP archive (HAR 1.2) that a browser or a proxy saves, as exchanges in its order; their ids are `har-1` and on.
 * Keys and cookies are masked. A HAR file has no times of chunks: the events of a stream are spread evenly over the time in
 * which it was received. For a body that the file leaves out, `omittedBytes` has the size. Throws a `HarFormatError` for
 * anything else.
 */
export function readHar(text: string): ExchangeRecord[] {
  const entries = memberOf(memberOf(readJson(text), "log"), "entries");
  if (!Array.isArray(entries)) throw new HarFormatError("This is not a HAR file: it has no 'log.entries'.");
  const keys: string[] = [];
  return entries.map((entry: unknown, index) => readEntry(entry as HarEntry, index + 1, keys)); // each member is checked when it is read
}

interface HarEntry {
  startedDateTime?: unknown;
  time?: unknown;
  request?: { method?: unknown; url?: unknown; headers?: unknown; bodySize?: unknown; postData?: HarContent };
  response?: { status?: unknown; headers?: unknown; content?: HarContent; _error?: unknown };
  timings?: Record<string, unknown>;
}

interface HarContent {
  mimeType?: unknown;
  text?: unknown;
  encoding?: unknown;
  size?: unknown;
  params?: unknown;
}

type Headers = [name: string, value: string][];

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")); // some tools begin it with a byte order mark
  } catch {
    throw new HarFormatError("This is not a HAR file: it is not JSON.");
  }
}

/** `keys` are those that were seen so far: an exchange has the number of its own, as it can't be told once it is masked. */
function readEntry(entry: HarEntry, number: number, keys: string[]): ExchangeRecord {
  const { startedDateTime, request, response } = entry ?? {};
  const url = URL.parse(String(request?.url));
  const atMs = Date.parse(String(startedDateTime));
  const method = String(request?.method).toUpperCase();
  if (url === null || Number.isNaN(atMs) || !/^[A-Z]+$/.test(method)) {
    const what = url === null ? "request.url" : Number.isNaN(atMs) ? "startedDateTime" : "request.method";
    throw new HarFormatError(`Entry ${number} of the HAR file can't be read: see its '${what}'.`);
  }
  const sent = headersOf(request?.headers, request?.postData?.mimeType);
  const secrets = sentKeys({ target: url.pathname + url.search, headers: sent });
  const clean = (value: string) => masked(value, secrets);
  const [key] = secrets;
  if (key !== undefined && !keys.includes(key)) keys.push(key);
  const body = requestBody(request, clean);
  return {
    format: exchangeFormat,
    id: `har-${number}`,
    at: new Date(atMs).toISOString(),
    request: {
      method,
      target: clean(url.pathname + url.search),
      headers: maskedHeaders(sent, clean),
      ...(body !== undefined && { body }),
    },
    ...responseOf(entry, response, clean),
    ...(key !== undefined && { notes: { key: keys.indexOf(key) + 1 } }),
  };
}

/** Nothing came where the status is 0. */
function responseOf(
  { time, timings }: HarEntry,
  response: HarEntry["response"],
  clean: (value: string) => string,
): Pick<ExchangeRecord, "response"> {
  const status = Number(response?.status);
  if (!(status >= 100 && status <= 599)) return {};
  const headersMs = sum(timings, ["blocked", "dns", "connect", "send", "wait"]);
  const endMs = Math.max(headersMs + sum(timings, ["receive"]), atLeastZero(time));
  const headers = headersOf(response?.headers, response?.content?.mimeType);
  // The content of a HAR file is decoded.
  const kept = headers.filter(([name]) => !/^content-(encoding|length)$/i.test(name));
  const isStream = /^text\/event-stream\b/i.test(String(response?.content?.mimeType));
  const body = bodyOf(response?.content, clean);
  return {
    response: {
      status,
      headers: maskedHeaders(kept, clean),
      headersMs,
      chunks: body === undefined ? [] : isStream ? spread(body, headersMs, endMs) : [{ atMs: endMs, ...body }],
      endMs,
      ending: response?._error ? "cut" : "complete",
    },
  };
}

function requestBody(request: HarEntry["request"], clean: (value: string) => string): RecordedBytes | undefined {
  const { postData, bodySize } = request ?? {};
  if (postData === undefined) return atLeastZero(bodySize) > 0 ? omitted(bodySize) : undefined;
  if (typeof postData.text === "string") return bodyOf(postData, clean);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(String(postData.mimeType));
  if (!isForm || !Array.isArray(postData.params)) return omitted(bodySize);
  const params = postData.params.map((param): [string, string] => [
    String(memberOf(param, "name")),
    String(memberOf(param, "value") ?? ""),
  ]);
  return { text: clean(new URLSearchParams(params).toString()) };
}

/** Undefined for an empty body. */
function bodyOf(content: HarContent | undefined, clean: (value: string) => string): RecordedBytes | undefined {
  const { text, encoding, size } = content ?? {};
  if (typeof text !== "string") return atLeastZero(size) > 0 ? omitted(size) : undefined;
  if (text === "") return undefined;
  if (encoding !== "base64") return { text: clean(text) };
  const recorded = recordBytes(Buffer.from(text, "base64"));
  return "text" in recorded ? { text: clean(recorded.text) } : recorded;
}

const omitted = (size: unknown): RecordedBytes => ({ text: "", omittedBytes: Math.max(1, atLeastZero(size)) });

/** The events of a stream, one a chunk. */
function spread(body: RecordedBytes, headersMs: number, endMs: number): RecordedChunk[] {
  if (!("text" in body) || body.omittedBytes !== undefined) return [{ atMs: endMs, ...body }];
  const events = body.text.split(/(?<=\n\r?\n)/);
  return events.map((text, index) => ({ atMs: headersMs + ((endMs - headersMs) * (index + 1)) / events.length, text }));
}

/** Without the pseudo-headers of HTTP/2. */
function headersOf(list: unknown, mediaType: unknown): Headers {
  const given: unknown[] = Array.isArray(list) ? list : [];
  const headers = given.map((header): [string, string] => [
    String(memberOf(header, "name") ?? ""),
    String(memberOf(header, "value") ?? ""),
  ]);
  const kept = headers.filter(([name]) => name !== "" && !name.startsWith(":"));
  const isTyped = kept.some(([name]) => name.toLowerCase() === "content-type");
  return isTyped || typeof mediaType !== "string" || mediaType === "" ? kept : [...kept, ["content-type", mediaType]];
}

function maskedHeaders(headers: Headers, clean: (value: string) => string): Headers {
  return headers.map(([name, value]) => [name, isCredentialHeader(name) ? "[key]" : clean(value)]);
}

/** The parts of a HAR entry's time; one that does not apply is -1. */
function sum(timings: unknown, names: string[]): number {
  return names.reduce((total, name) => total + atLeastZero(memberOf(timings, name)), 0);
}

const atLeastZero = (value: unknown) => (typeof value === "number" && value > 0 ? value : 0);

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
