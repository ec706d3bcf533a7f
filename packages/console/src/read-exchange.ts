import type { RecordedBytes } from "@model-access/contract";
import type { Exchange, ExchangeSummary } from "./admin.ts";

/** As much of an exchange as tells how it went; its listing and the whole have it. */
type Answered = { response?: Pick<NonNullable<ExchangeSummary["response"]>, "status" | "ending"> };

/** Tells exchanges apart: ids restart with the session, times go on. */
export const identityOf = ({ id, at }: Pick<ExchangeSummary, "id" | "at">) => `${id} ${at}`;

/** The name of its key; where the mock did not get to know it, why. */
export function keyOf({ request, response, notes }: Exchange | ExchangeSummary): string {
  const wasSent =
    "hasKey" in request
      ? request.hasKey
      : request.headers.some(([name]) => name === "authorization" || name === "x-api-key");
  const why = response?.status === 401 ? "not accepted" : "not looked at";
  return notes.key ?? (wasSent ? why : "none");
}

export function isStream({ response }: Exchange): boolean {
  return (response?.headers ?? []).some(
    ([name, value]) => name === "content-type" && value.startsWith("text/event-stream"),
  );
}

export function isOver({ response }: Answered): boolean {
  return response !== undefined && response.ending !== "open";
}

/** The status in words that don't need a colour: `200`, `200 cut`, `reset`, `waiting`. */
export function statusOf({ response }: Answered): string {
  if (response === undefined) return "no answer";
  return response.ending === "complete" ? String(response.status) : `${response.status} ${response.ending}`;
}

export function toneOf(exchange: Answered): "good" | "bad" | "refused" | "plain" {
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
  const rest = body.omittedBytes === undefined ? "" : `\n${omission(body.omittedBytes)}`;
  if (!("text" in body)) return `${Math.floor((body.base64.length * 3) / 4)} bytes that are no text.${rest}`;
  try {
    return JSON.stringify(JSON.parse(body.text), null, 2);
  } catch {
    return body.text + rest;
  }
}

export const omission = (omittedBytes: number) => `… and ${omittedBytes} more bytes, which are not kept.`;
