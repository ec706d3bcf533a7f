import {
  type ExchangeRecord,
  exchangeFormat,
  masked,
  type RecordedBytes,
  type RecordedResponse,
  recordBytes,
} from "@model-access/contract";
import { isCredentialHeader } from "./credential-header.js";
import type { JournalEntry, JournalResponse } from "./journal.js";

/** An entry of the journal as a record, with the keys masked wherever they stand. */
export function exchangeOf(
  entry: JournalEntry,
  { keys, notes }: { keys: Iterable<string>; notes: Record<string, unknown> },
): ExchangeRecord {
  const { id, atMs, call, omittedBytes, operationId, response } = entry;
  const secrets = new Set([...keys, ...sentSecrets(entry)]);
  const clean = (text: string) => masked(text, secrets);
  const body =
    call.body === undefined || call.body.length === 0 ? undefined : cleanBytes(recordBytes(call.body), clean);
  return {
    format: exchangeFormat,
    id,
    at: new Date(atMs).toISOString(),
    ...(operationId !== undefined && { operationId }),
    request: {
      method: call.method,
      target: clean(call.target),
      headers: headerPairs(call.headers, clean),
      ...(body !== undefined && { body: omittedBytes > 0 ? { ...body, omittedBytes } : body }),
    },
    ...(response !== undefined && { response: responseRecord(response, { atMs, clean }) }),
    notes,
  };
}

function responseRecord(
  { status, headers, atMs: headersAtMs, chunks, endMs, ending }: JournalResponse,
  { atMs, clean }: { atMs: number; clean: (text: string) => string },
): RecordedResponse {
  const since = (timeMs: number) => Math.max(0, Math.round((timeMs - atMs) * 1000) / 1000);
  return {
    status,
    headers: headerPairs(headers, clean),
    headersMs: since(headersAtMs),
    chunks: chunks.map(({ atMs: chunkMs, chunk }) => ({
      atMs: since(chunkMs),
      ...(typeof chunk === "string" ? { text: clean(chunk) } : cleanBytes(recordBytes(chunk), clean)),
    })),
    endMs: since(endMs),
    ending,
  };
}

function headerPairs(headers: Record<string, string | undefined>, clean: (text: string) => string): [string, string][] {
  return Object.entries(headers)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => [name, isCredentialHeader(name) ? "[key]" : clean(String(value))]);
}

function cleanBytes(bytes: RecordedBytes, clean: (text: string) => string): RecordedBytes {
  return "text" in bytes ? { ...bytes, text: clean(bytes.text) } : bytes;
}

/** What was sent as a key, valid or not. */
export function sentSecrets({ key, call: { headers } }: JournalEntry): string[] {
  const sent = [key, headers.authorization?.replace(/^\S+ +/, ""), headers["x-api-key"]];
  return sent.filter((secret): secret is string => secret !== undefined && secret !== "");
}
