import type { RecordedBytes } from "@model-access/contract";
import type { Exchange } from "./admin.js";

/** Tells exchanges apart: ids begin anew with the session, times go on. */
export const identityOf = ({ id, at }: Exchange) => `${id} ${at}`;

/** The model or bot that an exchange is for, as the client wrote it; undefined where it names none. */
export function modelOf({ request }: Exchange): string | undefined {
  const [, bot] = /^\/bot\/([^/?]+)/.exec(request.target) ?? [];
  if (bot !== undefined) return decodeURIComponent(bot);
  const { model } = fieldsOf(request.body);
  return typeof model === "string" ? model : undefined;
}

/** The name of its key; where the mock did not get to know it, why. */
export function keyOf({ request, response, notes }: Exchange): string {
  const wasSent = request.headers.some(([name]) => name === "authorization" || name === "x-api-key");
  const why = response?.status === 401 ? "not accepted" : "not looked at";
  return notes.key ?? (wasSent ? why : "none");
}

/** Whether the answer is an event stream. */
export function isStream({ response }: Exchange): boolean {
  return (response?.headers ?? []).some(
    ([name, value]) => name === "content-type" && value.startsWith("text/event-stream"),
  );
}

/** Whether nothing more is to come of it. */
export function isOver({ response }: Exchange): boolean {
  return response !== undefined && response.ending !== "open";
}

/** The status in words that don't need a colour: `200`, `200 cut`, `reset`, `waiting`. */
export function statusOf({ response }: Exchange): string {
  if (response === undefined) return "no answer";
  return response.ending === "complete" ? String(response.status) : `${response.status} ${response.ending}`;
}

/** How it went, for a colour. */
export function toneOf(exchange: Exchange): "good" | "bad" | "refused" | "plain" {
  const { response } = exchange;
  if (response?.ending === "open") return "plain";
  if (response === undefined || response.status >= 500 || response.ending === "cut" || response.ending === "reset") {
    return "bad";
  }
  return response.status >= 400 ? "refused" : "good";
}

/** Bytes for people: JSON indented, other text as it is, and of anything else how much there is. */
export function readable(body: RecordedBytes | undefined): string {
  if (body === undefined) return "";
  const rest = body.omittedBytes === undefined ? "" : `\n… and ${body.omittedBytes} more bytes, which are not kept.`;
  if (!("text" in body)) return `${Math.floor((body.base64.length * 3) / 4)} bytes that are no text.${rest}`;
  try {
    return JSON.stringify(JSON.parse(body.text), null, 2);
  } catch {
    return body.text + rest;
  }
}

function fieldsOf(body: RecordedBytes | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body !== undefined && "text" in body ? body.text : "");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Everything that can be read of an exchange, in lower case, for the search. */
export function searchTextOf({ id, operationId = "", request, response, notes }: Exchange): string {
  const bodies = [request.body, ...(response?.chunks ?? [])];
  const texts = bodies.map((body) => (body !== undefined && "text" in body ? body.text : ""));
  const headers = [...request.headers, ...(response?.headers ?? [])].map((header) => header.join(": "));
  const says = [...notes.verdicts.map((verdict) => verdict.says), ...notes.faults, ...notes.notices];
  return [id, operationId, `${request.method} ${request.target}`, ...headers, ...texts, ...says]
    .join("\n")
    .toLowerCase();
}
