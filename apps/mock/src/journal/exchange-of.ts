import {
  type ExchangeRecord,
  exchangeFormat,
  isCredentialHeader,
  type RecordedBytes,
  type RecordedResponse,
  recordBytes,
  sentKeys,
} from "@model-access/contract";
import type { Call } from "../call.js";
import type { JournalEntry, JournalResponse } from "./journal.js";
import { createMask, type Mask } from "./mask.js";

/** An entry of the journal as a record, with the keys masked wherever they stand. */
export function exchangeOf(
  entry: JournalEntry,
  { keys, notes, mask = createMask(keys) }: { keys: Iterable<string>; notes: Record<string, unknown>; mask?: Mask },
): ExchangeRecord {
  const { id, atMs, call, omittedBytes, operationId, response } = entry;
  const clean = mask(sentSecrets(entry));
  const kept = wholeCharacters(call.body ?? new Uint8Array(), omittedBytes);
  const missing = omittedBytes + (call.body?.length ?? 0) - kept.length;
  const body = kept.length + missing === 0 ? undefined : cleanBytes(recordBytes(kept), clean);
  return {
    format: exchangeFormat,
    id,
    at: new Date(atMs).toISOString(),
    ...(operationId !== undefined && { operationId }),
    request: {
      method: call.method,
      target: clean(call.target),
      headers: headerPairs(call.headers, clean),
      ...(body !== undefined && { body: missing > 0 ? { ...body, omittedBytes: missing } : body }),
    },
    ...(response !== undefined && { response: responseRecord(response, { atMs, clean }) }),
    notes,
  };
}

function responseRecord(
  { status, headers, atMs: headersAtMs, chunks: kept, sent, endMs, ending }: JournalResponse,
  { atMs, clean }: { atMs: number; clean: (text: string) => string },
): RecordedResponse {
  const since = (timeMs: number) => Math.max(0, Math.round((timeMs - atMs) * 1000) / 1000);
  const omittedBytes = sent?.omittedBytes ?? 0;
  const chunks = kept.length === 0 && omittedBytes > 0 ? [{ atMs: headersAtMs, chunk: "" }] : kept;
  return {
    status,
    headers: headerPairs(headers, clean),
    headersMs: since(headersAtMs),
    chunks: chunks.map(({ atMs: chunkMs, chunk }, index) => ({
      atMs: since(chunkMs),
      ...(typeof chunk === "string" ? { text: clean(chunk) } : cleanBytes(recordBytes(chunk), clean)),
      ...(omittedBytes > 0 && index === chunks.length - 1 && { omittedBytes }),
    })),
    endMs: since(endMs),
    ending,
  };
}

/** A body without the character that was cut in two where its rest is not kept. */
function wholeCharacters(body: Uint8Array, omittedBytes: number): Uint8Array {
  if (omittedBytes === 0) return body;
  let start = body.length - 1;
  while (start > body.length - 4 && ((body[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const length = lengthOfCharacter(body[start] ?? 0);
  return start >= 0 && start + length > body.length ? body.subarray(0, start) : body;
}

/** By the first byte of UTF-8. */
const lengthOfCharacter = (byte: number) => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1);

export function headerPairs(headers: Call["headers"], clean: (text: string) => string): [string, string][] {
  return definedPairs(headers).map(([name, value]) => [name, isCredentialHeader(name) ? "[key]" : clean(value)]);
}

const definedPairs = (headers: Call["headers"]) =>
  Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);

function cleanBytes(bytes: RecordedBytes, clean: (text: string) => string): RecordedBytes {
  return "text" in bytes ? { ...bytes, text: clean(bytes.text) } : bytes;
}

/** Returns the values sent as keys, valid or not. */
export function sentSecrets({ key = "", call: { target, headers } }: Pick<JournalEntry, "key" | "call">): string[] {
  return [key, ...sentKeys({ target, headers: definedPairs(headers) })].filter((secret) => secret !== "");
}
