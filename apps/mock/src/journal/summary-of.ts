import { isObject, parseJson } from "../conversation/json.js";
import type { components } from "../generated/admin-api.js";
import { headerPairs } from "./exchange-of.js";
import type { JournalEntry } from "./journal.js";

/** An exchange in a listing: without headers and bodies. Times are milliseconds since the request. */
export type ExchangeSummary = components["schemas"]["ExchangeSummary"];

const shownTarget = 1000;

export function summaryOf(
  entry: JournalEntry,
  { clean, notes }: { clean: (text: string) => string; notes: ExchangeSummary["notes"] },
): ExchangeSummary {
  const { id, atMs, call, omittedBytes, operationId, response } = entry;
  const { method, target, headers, body } = call;
  const since = (timeMs: number) => Math.max(0, Math.round((timeMs - atMs) * 1000) / 1000);
  return {
    id,
    at: new Date(atMs).toISOString(),
    ...(operationId !== undefined && { operationId }),
    request: {
      method,
      target: clean(target).slice(0, shownTarget),
      bytes: (body?.length ?? 0) + omittedBytes,
      hasKey: headers.authorization !== undefined || headers["x-api-key"] !== undefined,
    },
    ...(response !== undefined && {
      response: {
        status: response.status,
        isStream: (response.headers["content-type"] ?? "").startsWith("text/event-stream"),
        headersMs: since(response.atMs),
        endMs: since(response.endMs),
        ending: response.ending,
        pieces: response.sent?.pieces ?? 0,
        bytes: response.sent?.bytes ?? 0,
      },
    }),
    notes,
  };
}

/** Everything that can be read of an exchange, as far as it is kept. */
export function textsOf({ call, response }: JournalEntry, { id, operationId = "", notes }: ExchangeSummary): string[] {
  const headers = [call.headers, response?.headers ?? {}].flatMap((all) => headerPairs(all, (text) => text));
  return [
    [id, operationId, `${call.method} ${call.target}`].join("\n"),
    ...headers.map((header) => header.join(": ")),
    Buffer.from(call.body ?? []).toString(),
    (response?.chunks ?? []).map(({ chunk }) => Buffer.from(chunk).toString()).join(""),
    ...[...notes.verdicts.map(({ says }) => says), ...notes.faults, ...notes.notices],
  ];
}

const longestModel = 200;

/** The model or bot that an exchange is for, as the client wrote it; undefined where it names none. */
export function modelOf({ call: { path, body }, omittedBytes }: JournalEntry): string | undefined {
  const [, bot] = /^\/bot\/([^/?]+)/.exec(path) ?? [];
  if (bot !== undefined) return decoded(bot).slice(0, longestModel);
  if (body === undefined || body.length === 0) return undefined;
  const text = Buffer.from(body).toString();
  // The beginning of a body can't be read as JSON; most clients write the model first.
  const [, first] = /^\s*\{\s*"model"\s*:\s*"([^"\\]{1,200})"/.exec(text) ?? [];
  if (first !== undefined || omittedBytes > 0) return first;
  const value = parseJson(text);
  return isObject(value) && typeof value.model === "string" ? value.model.slice(0, longestModel) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
