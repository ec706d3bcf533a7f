import { check } from "../options/check-options.js";
import { isFields } from "../stream/json-fields.js";

/** A reply for a call, as plain data; {@link createTestFetch} plays it. */
export interface TestReply {
  /** Absent if no answer comes at all. */
  head?: { status: number; headers: [name: string, value: string][] };
  /** The body, in the pieces in which it comes. */
  chunks: Uint8Array[];
  /**
   * The end of the body after the last piece: the body ends, the connection closes early (`cut`) or is reset, or
   * nothing more comes until the caller gives up (`stall`). Without a head it takes the place of an answer; a
   * connection that could not even be made is `refused`.
   */
  ending: "complete" | "cut" | "reset" | "stall" | "refused";
}

/** The status and the headers of a reply. */
export interface ReplyOptions {
  /** 200 by default. */
  status?: number | undefined;
  /** Headers beside the media type. */
  headers?: Record<string, string> | undefined;
}

/** An event of a stream. Data that is no string is sent as JSON. */
export interface TestEvent {
  /** The name on the event line; without it the event has none. */
  event?: string | undefined;
  /** The payload. */
  data: unknown;
}

/** An answer of JSON. */
export function jsonReply(value: unknown, options?: ReplyOptions): TestReply {
  return bodyReply(JSON.stringify(value), "application/json", options);
}

/**
 * An event stream that ends after the last event; the end marker is one of the events.
 *
 * @example
 * eventStreamReply([{ data: chunk }, { data: "[DONE]" }]);
 */
export function eventStreamReply(events: readonly TestEvent[], options?: ReplyOptions): TestReply {
  const isList: boolean = Array.isArray(events) && events.every(isFields);
  check("events", isList, "is no list of events; write it like [{ data: chunk }].");
  return bodyReply(events.map(eventText).join(""), "text/event-stream", options);
}

/** A page of HTML with status 200, as proxies and login walls send it. */
export function htmlReply(options?: ReplyOptions): TestReply {
  return bodyReply("<!doctype html><title>Sign in</title><p>Sign in to go on.", "text/html; charset=utf-8", options);
}

/** A refusal with the service's error object. */
export function errorReply(
  error: { message?: string; type: string; code: string },
  options: ReplyOptions & { status: number },
): TestReply {
  check("error", isFields(error), 'is no object; write it like { type: "api_error", code: "internal_error" }.');
  const { message = "Refused by the test.", type, code } = error;
  return jsonReply({ error: { message, type, code } }, options);
}

/** 429; `retryAfter` is in seconds or the date until which to wait. Without it the answer does not say how long. */
export function rateLimitReply(options: { retryAfter?: number | Date } = {}): TestReply {
  const { retryAfter } = Object(options) as typeof options;
  const value = retryAfter instanceof Date ? retryAfter.toUTCString() : retryAfter;
  return errorReply(
    { message: "Too many requests.", type: "rate_limit_error", code: "rate_limit_exceeded" },
    { status: 429, headers: value === undefined ? {} : { "retry-after": String(value) } },
  );
}

/** Refuses the connection, so the request was certainly not processed. */
export function unreachableReply(): TestReply {
  return { chunks: [], ending: "refused" };
}

/** Resets the connection after the request, so it may or may not have been processed. */
export function lostReply(): TestReply {
  return { chunks: [], ending: "reset" };
}

/** No answer, ever: the call waits for its headers until the caller gives up. */
export function silentReply(): TestReply {
  return { chunks: [], ending: "stall" };
}

function bodyReply(text: string, mediaType: string, options?: ReplyOptions): TestReply {
  const { status = 200, headers = {} } = Object(options) as ReplyOptions;
  return {
    head: { status, headers: [["content-type", mediaType], ...Object.entries(headers)] },
    chunks: [new TextEncoder().encode(text)],
    ending: "complete",
  };
}

function eventText({ event, data }: TestEvent): string {
  const lines = (typeof data === "string" ? data : JSON.stringify(data)).split("\n");
  return `${event === undefined ? "" : `event: ${event}\n`}${lines.map((line) => `data: ${line}\n`).join("")}\n`;
}
