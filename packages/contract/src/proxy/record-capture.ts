import { createHash } from "node:crypto";
import * as zlib from "node:zlib";
import {
  carriesKey,
  type ExchangeRecord,
  exchangeFormat,
  isCredentialHeader,
  masked,
  operationAt,
  type RecordedBytes,
  type RecordedResponse,
  recordBytes,
  sentKeys,
} from "../index.js";
import type { Capture, CapturedResponse, HeaderPairs } from "./capture.js";

/**
 * Returns an exchange as the exchange format has it, with every key in it masked: those that the request carries and those
 * in `secrets`. A body that came compressed is decoded, and `notes.encoding` says how it came;
 * `notes.echoesKey` says whether the answer carried the key that was sent, and `notes.key` is the number in `keyNumber`.
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
  const encoding = response === undefined ? undefined : encodingOf(response);
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
    request: { method, target: clean(target), headers: maskedHeaders(requestHeaders, clean), ...(body && { body }) },
    ...(response && { response: recordedResponse(response, { clean, encoding }) }),
    notes,
  };
}

/**
 * Returns a function that numbers the keys of requests, from 1, in the order in which they are first seen, so that accounts can
 * be told apart once the keys are masked. Undefined for a request without one, and for new ones after the first thousand.
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

/** Returns true where the answer carries the key that was sent, which can't be told once keys are masked. */
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
  // A key may lie across two pieces, and no piece of a compressed body is one of its text.
  const pieces = cleaned === whole ? chunks : [{ atMs: chunks.at(-1)?.atMs ?? endMs, bytes: cleaned }];
  const kept = pieces.filter(({ bytes }) => bytes.length > 0);
  return {
    status,
    headers: maskedHeaders(
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

function maskedHeaders(headers: HeaderPairs, clean: (text: string) => string): HeaderPairs {
  return headers.map(([name, value]) => [name, isCredentialHeader(name) ? "[key]" : clean(value)]);
}

/** Returns the same bytes if there is nothing to mask. Keys are ASCII, so each byte can stand for a character. */
function cleanBytes<Bytes extends Uint8Array>(bytes: Bytes, clean: (text: string) => string): Bytes | Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const cleaned = clean(text);
  return cleaned === text ? bytes : Buffer.from(cleaned, "latin1");
}

function encodingOf({ headers }: CapturedResponse): string | undefined {
  const said = headers
    .find(([name]) => name.toLowerCase() === "content-encoding")?.[1]
    .trim()
    .toLowerCase();
  return said === undefined || said === "" || said === "identity" ? undefined : said;
}

const decoders: Record<string, (bytes: Uint8Array) => Buffer> = {
  gzip: zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  // Node has it from 22.15 on.
  zstd: (bytes) => zlib.zstdDecompressSync?.(bytes) ?? Buffer.from(bytes),
};

/** The bytes as they are where they can't be decoded. */
function decode(bytes: Buffer, encoding: string): Buffer {
  try {
    return decoders[encoding]?.(bytes) ?? bytes;
  } catch {
    return bytes;
  }
}
