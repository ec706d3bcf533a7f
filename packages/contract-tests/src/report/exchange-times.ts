import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { callOf } from "../reading/describe.js";

/** The times of an answer's parts, in milliseconds since the request. */
export interface ExchangeTimes {
  id: string;
  call: string;
  status?: number;
  headersMs?: number;
  /** The first text of a stream, or the first byte of a plain body. */
  firstContentMs?: number;
  endMs?: number;
}

/** The times of an exchange: of its last request, where it was made more than once. */
export function timesOf(exchange: Exchange): ExchangeTimes {
  const { id, reply, requestMs } = exchange;
  const about = { id, call: callOf(exchange) };
  if (reply === undefined) return about;
  const contentMs = firstContentMs(exchange);
  return {
    ...about,
    status: reply.status,
    headersMs: rounded(reply.headAtMs),
    ...(contentMs !== undefined && { firstContentMs: rounded(contentMs) }),
    ...(requestMs !== undefined && { endMs: rounded(requestMs) }),
  };
}

/** Returns the time of the first content: a stream's first text, or the first byte of a plain body. */
export function firstContentMs({
  reply,
  plan,
  stream,
}: Pick<Exchange, "reply" | "plan" | "stream">): number | undefined {
  const [first] = reply?.pieces ?? [];
  if (!plan.isStreamed || reply === undefined || reply.status !== 200) return first?.atMs;
  const { events, payloads } = stream();
  const text = events.find((_event, index) => hasText(payloads[index]));
  return text === undefined ? undefined : reply.pieces.find(({ end }) => end >= text.end)?.atMs;
}

const textPlaces = ["/choices/0/delta/content", "/delta/text", "/delta/partial_json", "/delta", "/text"];

/** True for an event that carries a piece of the answer, in any dialect. */
function hasText(payload: unknown): boolean {
  if (valueAt(payload, "/choices/0/delta/tool_calls/0") !== undefined) return true;
  return textPlaces.some((pointer) => {
    const value = valueAt(payload, pointer);
    return typeof value === "string" && value !== "";
  });
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;
