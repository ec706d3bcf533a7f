import { createHash } from "node:crypto";
import * as zlib from "node:zlib";
import {
  carriesKey,
  type ExchangeRecord,
  exchangeFormat,
  masked,
  maskHeaders,
  operationAt,
  type RecordedBytes,
  type RecordedResponse,
  recordBytes,
  sentKeys,
} from "../index.js";
import type { Capture, CapturedResponse } from "./capture.js";

/**
 * Turns a capture into an exchange record, with the keys of the request and those in `secrets` masked. A compressed
 * body is decoded, and `notes.encoding` has its encoding;
 * `notes.echoesKey` is true if the answer contained the request's key, and `notes.key` is `keyNumber`.
 */
export function recordCapture(
  capture: Capture,
  { secrets = [], keyNumber }: { secrets?: string[]; keyNumber?: number | undefined } = {},
): ExchangeRecord {
  const { id, startedAtMs, method, target, requestHeaders, requestBody, requestOmittedBytes, response, failure } =
    capture;
  const keys = [...secrets, ...sentKeys({ target, headers: requestHeaders })];
  const clean = (text: string) => masked(text, keys);
  const body = recordedBody(Buffer.concat(requestBody), { clean, omittedBytes: requestOmittedBytes });
  const operationId = operationAt(method, target)?.operationId;
  const encoding = response === undefined ? undefined : readEncoding(response);
  const notes = {
    ...(keyNumber !== undefined && { key: keyNumber }),
    ...(encoding !== undefined && { encoding }),
    ...(failure !== undefined && { failure }),
    ...(response && { echoesKey: echoes(response, { encoding, keys: sentKeys({ target, headers: requestHeaders }) }) }),
  };
  return {
    format: exchangeFormat,
    id,
    at: new Date(startedAtMs).toISOString(),
    ...(operationId !== undefined && { operationId }),
    request: { method, target: clean(target), headers: maskHeaders(requestHeaders, clean), ...(body && { body }) },
    ...(response && { response: recordedResponse(response, { clean, encoding }) }),
    notes,
  };
}

/**
 * Returns a function that numbers requests' keys from 1, in order of appearance, so that accounts can be told apart
 * once the keys are masked. Undefined for a request without a key, and for new keys after the first thousand.
 */
export function createKeyNumbers(): (request: Pick<Capture, "target" | "requestHeaders">) => number | undefined {
  const numbers = new Map<string, number>();
  return ({ target, requestHeaders }) => {
    const [key] = sentKeys({ target, headers: requestHeaders });
    if (key === undefined) return undefined;
    const digest = createHash("sha256").update(key).digest("base64");
    const known = numbers.get(digest);
    if (known !== undefined || numbers.size >= mostNumbered) return known;
    numbers.set(digest, numbers.size + 1);
    return numbers.size;
  };
}

const mostNumbered = 1_000;

/** True if the answer contains the request's key, which can't be seen once keys are masked. */
function echoes(
  { headers, chunks }: CapturedResponse,
  { encoding, keys }: { encoding: string | undefined; keys: string[] },
): boolean {
  const whole = Buffer.concat(chunks.map(({ bytes }) => bytes));
  const text = (encoding === undefined ? whole : decode(whole, encoding)).toString("latin1");
  return carriesKey([text, ...headers.map(([, value]) => value)].join("\n"), keys);
}

function recordedResponse(
  response: CapturedResponse,
  { clean, encoding }: { clean: (text: string) => string; encoding: string | undefined },
): RecordedResponse {
  const { status, headers, headersMs, chunks, omittedBytes, endMs, ending } = response;
  const whole = Buffer.concat(chunks.map(({ bytes }) => bytes));
  const decoded = encoding === undefined || omittedBytes > 0 ? whole : decode(whole, encoding);
  const cleaned = cleanBytes(decoded, clean);
  // A key may span two chunks, and chunks of a compressed body do not match chunks of its text.
  const pieces = cleaned === whole ? chunks : [{ atMs: chunks.at(-1)?.atMs ?? endMs, bytes: cleaned }];
  const kept = pieces.filter(({ bytes }) => bytes.length > 0);
  return {
    status,
    headers: maskHeaders(
      decoded === whole ? headers : headers.filter(([name]) => !/^content-(encoding|length)$/i.test(name)),
      clean,
    ),
    headersMs,
    chunks: [
      ...kept.map(({ atMs, bytes }) => ({ atMs, ...recordBytes(bytes) })),
      ...(omittedBytes > 0 ? [{ atMs: endMs, text: "", omittedBytes }] : []),
    ],
    endMs,
    ending,
  };
}

function recordedBody(
  bytes: Uint8Array,
  { clean, omittedBytes }: { clean: (text: string) => string; omittedBytes: number },
): RecordedBytes | undefined {
  if (bytes.length + omittedBytes === 0) return undefined;
  return { ...recordBytes(cleanBytes(bytes, clean)), ...(omittedBytes > 0 && { omittedBytes }) };
}

/** Masks keys in bytes; returns the same bytes if there are none. Keys are ASCII, so latin1 keeps every byte. */
function cleanBytes<Bytes extends Uint8Array>(bytes: Bytes, clean: (text: string) => string): Bytes | Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const cleaned = clean(text);
  return cleaned === text ? bytes : Buffer.from(cleaned, "latin1");
}

function readEncoding({ headers }: CapturedResponse): string | undefined {
  const value = headers
    .find(([name]) => name.toLowerCase() === "content-encoding")?.[1]
    .trim()
    .toLowerCase();
  return value === undefined || value === "" || value === "identity" ? undefined : value;
}

const decoders: Record<string, (bytes: Uint8Array) => Buffer> = {
  gzip: zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  // Node 22.15 and later.
  zstd: (bytes) => zlib.zstdDecompressSync?.(bytes) ?? Buffer.from(bytes),
};

/** Returns the bytes unchanged if they can't be decoded. */
function decode(bytes: Buffer, encoding: string): Buffer {
  try {
    return decoders[encoding]?.(bytes) ?? bytes;
  } catch {
    return bytes;
  }
}
