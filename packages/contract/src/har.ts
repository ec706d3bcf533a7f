import { maskHeaders, sentKeys } from "./credentials.js";
import { recordBytes } from "./exchange-lines.js";
import { type ExchangeRecord, exchangeFormat, type RecordedBytes, type RecordedChunk } from "./exchange-record.js";
import { masked } from "./mask.js";

/** Thrown for text that is not a HAR file, or for an invalid entry; the message has the entry and the reason. */
export class HarFormatError extends Error {
  constructor(what: string) {
    super(what);
    this.name = "HarFormatError";
  }
}

/**
 * Reads exchanges from an HTTP archive (HAR 1.2) saved by a browser or a proxy, in its order, with the ids `har-1`,
 * `har-2`, … Keys and cookies are masked. HAR has no times of chunks: a stream's events are splitEvents evenly over its
 * receive time. `omittedBytes` has the size of a body that the file omits. Throws a `HarFormatError` for invalid input.
 */
export function readHar(text: string): ExchangeRecord[] {
  const entries = readMember(readMember(readJson(text), "log"), "entries");
  if (!Array.isArray(entries)) throw new HarFormatError("This is not a HAR file: it has no 'log.entries'.");
  const keys: string[] = [];
  return entries.map((entry: unknown, index) => readEntry(entry as HarEntry, index + 1, keys)); // readEntry checks each member
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
    return JSON.parse(text.replace(/^\uFEFF/, "")); // some tools write a byte order mark
  } catch {
    throw new HarFormatError("This is not a HAR file: it is not JSON.");
  }
}

/** `keys` collects the keys seen so far: the exchange notes the number of its key, because the key itself is masked. */
function readEntry(entry: HarEntry, number: number, keys: string[]): ExchangeRecord {
  const { startedDateTime, request, response } = entry ?? {};
  const url = URL.parse(String(request?.url));
  const atMs = Date.parse(String(startedDateTime));
  const method = String(request?.method).toUpperCase();
  if (url === null || Number.isNaN(atMs) || !/^[A-Z]+$/.test(method)) {
    const what = url === null ? "request.url" : Number.isNaN(atMs) ? "startedDateTime" : "request.method";
    throw new HarFormatError(`Entry ${number} of the HAR file can't be read: see its '${what}'.`);
  }
  const sent = readHeaders(request?.headers, request?.postData?.mimeType);
  const secrets = sentKeys({ target: url.pathname + url.search, headers: sent });
  const clean = (value: string) => masked(value, secrets);
  const [key] = secrets;
  if (key !== undefined && !keys.includes(key)) keys.push(key);
  const body = readRequestBody(request, clean);
  return {
    format: exchangeFormat,
    id: `har-${number}`,
    at: new Date(atMs).toISOString(),
    request: {
      method,
      target: clean(url.pathname + url.search),
      headers: maskHeaders(sent, clean),
      ...(body !== undefined && { body }),
    },
    ...readResponse(entry, response, clean),
    ...(key !== undefined && { notes: { key: keys.indexOf(key) + 1 } }),
  };
}

/** HAR writes status 0 if there was no answer. */
function readResponse(
  { time, timings }: HarEntry,
  response: HarEntry["response"],
  clean: (value: string) => string,
): Pick<ExchangeRecord, "response"> {
  const status = Number(response?.status);
  if (!(status >= 100 && status <= 599)) return {};
  const headersMs = sumTimings(timings, ["blocked", "dns", "connect", "send", "wait"]);
  const endMs = Math.max(headersMs + sumTimings(timings, ["receive"]), nonNegative(time));
  const headers = readHeaders(response?.headers, response?.content?.mimeType);
  // The content of a HAR file is decoded.
  const kept = headers.filter(([name]) => !/^content-(encoding|length)$/i.test(name));
  const isStream = /^text\/event-stream\b/i.test(String(response?.content?.mimeType));
  const body = readContent(response?.content, clean);
  return {
    response: {
      status,
      headers: maskHeaders(kept, clean),
      headersMs,
      chunks: body === undefined ? [] : isStream ? splitEvents(body, headersMs, endMs) : [{ atMs: endMs, ...body }],
      endMs,
      ending: response?._error ? "cut" : "complete",
    },
  };
}

function readRequestBody(request: HarEntry["request"], clean: (value: string) => string): RecordedBytes | undefined {
  const { postData, bodySize } = request ?? {};
  if (postData === undefined) return nonNegative(bodySize) > 0 ? omitted(bodySize) : undefined;
  if (typeof postData.text === "string") return readContent(postData, clean);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(String(postData.mimeType));
  if (!isForm || !Array.isArray(postData.params)) return omitted(bodySize);
  const params = postData.params.map((param): [string, string] => [
    String(readMember(param, "name")),
    String(readMember(param, "value") ?? ""),
  ]);
  return { text: clean(new URLSearchParams(params).toString()) };
}

/** Returns undefined for an empty body. */
function readContent(content: HarContent | undefined, clean: (value: string) => string): RecordedBytes | undefined {
  const { text, encoding, size } = content ?? {};
  if (typeof text !== "string") return nonNegative(size) > 0 ? omitted(size) : undefined;
  if (text === "") return undefined;
  if (encoding !== "base64") return { text: clean(text) };
  const recorded = recordBytes(Buffer.from(text, "base64"));
  return "text" in recorded ? { text: clean(recorded.text) } : recorded;
}

const omitted = (size: unknown): RecordedBytes => ({ text: "", omittedBytes: Math.max(1, nonNegative(size)) });

/** Splits a stream into chunks of one event each. */
function splitEvents(body: RecordedBytes, headersMs: number, endMs: number): RecordedChunk[] {
  if (!("text" in body) || body.omittedBytes !== undefined) return [{ atMs: endMs, ...body }];
  const events = body.text.split(/(?<=\n\r?\n)/);
  return events.map((text, index) => ({ atMs: headersMs + ((endMs - headersMs) * (index + 1)) / events.length, text }));
}

/** Reads headers, without HTTP/2 pseudo-headers. */
function readHeaders(list: unknown, mediaType: unknown): Headers {
  const given: unknown[] = Array.isArray(list) ? list : [];
  const headers = given.map((header): [string, string] => [
    String(readMember(header, "name") ?? ""),
    String(readMember(header, "value") ?? ""),
  ]);
  const kept = headers.filter(([name]) => name !== "" && !name.startsWith(":"));
  const isTyped = kept.some(([name]) => name.toLowerCase() === "content-type");
  return isTyped || typeof mediaType !== "string" || mediaType === "" ? kept : [...kept, ["content-type", mediaType]];
}

/** Adds up these phases of a HAR entry; one that does not apply is -1. */
function sumTimings(timings: unknown, names: string[]): number {
  return names.reduce((total, name) => total + nonNegative(readMember(timings, name)), 0);
}

const nonNegative = (value: unknown) => (typeof value === "number" && value > 0 ? value : 0);

function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
