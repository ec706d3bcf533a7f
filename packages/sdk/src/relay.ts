import { readMediaType } from "./call/answer.js";
import { readUsage } from "./call/call-end.js";
import { findCall, watchBody } from "./call/ending-response.js";
import { check } from "./options/check-options.js";
import { createEventStreamDecoder, type ServerSentEvent } from "./stream/event-stream-decoder.js";
import { isFields, parsedOrText } from "./stream/json-fields.js";

/** The outcome of an answer that was passed on. */
export interface RelayReport {
  /**
   * `complete`: with the end marker of its interface, or a whole reply that is no stream. `truncated`: it ended or
   * broke before. `failed`: the service reported an error in the stream. `cancelled`: the reader left before the end.
   */
  outcome: "complete" | "truncated" | "failed" | "cancelled";
  /** The usage that the stream reported, unchanged; absent if it reported none. */
  usage: Record<string, unknown> | undefined;
  /** The error that broke the connection to the service. */
  error?: unknown;
}

/** Options for passing on an answer. */
export interface RelayOptions {
  /** Called once, when the last byte is passed on or the reader has left. */
  onDone?: ((report: RelayReport) => void) | undefined;
  /** The largest event that is looked into, in bytes; larger ones are passed on all the same. 16 MiB by default. */
  maxEventBytes?: number | undefined;
}

const defaultMaxEventBytes = 16 * 1024 * 1024;
const keptHeaders = ["content-type", "x-request-id"];
const endEvents = ["message_stop", "response.completed", "response.incomplete", "done"];
const errorEvents = ["error", "response.failed"];

/**
 * Passes an answer on, byte for byte and no faster than it is read, such as to a web page that must not have the key.
 * When the reader leaves, the request to the service is cancelled.
 *
 * @example
 * export async function POST(request: Request): Promise<Response> {
 *   return relay(await client.chat.completions.create(await request.json()).asResponse());
 * }
 */
export function relay(response: Response, options: RelayOptions = {}): Response {
  check("response", response?.headers?.get, "is no Response; pass relay(await create(body).asResponse()).");
  const { onDone, maxEventBytes = defaultMaxEventBytes } = options ?? {};
  const headers = new Headers({ "cache-control": "no-store" });
  for (const name of keptHeaders) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const judge = readMediaType(response) === "text/event-stream" ? judgeStream(maxEventBytes) : undefined;
  const call = findCall(response);

  function done(report: RelayReport): void {
    // The signal of the call is that of the page's request, which has left.
    if (report.outcome === "truncated" && call?.signal.aborted) report.outcome = "cancelled";
    const { outcome, usage, error } = report;
    call?.end({ outcome, error, usage: () => readUsage({ usage }) });
    onDone?.(report);
  }

  const { status, body } = response;
  if (body === null) {
    done({ outcome: judge === undefined ? "complete" : "truncated", usage: undefined });
    return new Response(null, { status, headers });
  }
  const watched = watchBody(body, {
    onChunk: (bytes) => judge?.add(bytes),
    onEnd(end) {
      const report: RelayReport = {
        // Only its own end marker makes a stream whole.
        outcome: judge?.outcome() ?? (judge !== undefined && end.outcome === "complete" ? "truncated" : end.outcome),
        usage: judge?.usage(),
      };
      if ("error" in end) report.error = end.error;
      done(report);
    },
  });
  return new Response(watched, { status, headers });
}

/** Reads the events that pass, of any interface. Judging never breaks the stream. */
function judgeStream(maxEventBytes: number) {
  let decoder: ReturnType<typeof createEventStreamDecoder> | undefined = createEventStreamDecoder({ maxEventBytes });
  let outcome: "complete" | "failed" | undefined;
  let usage: Record<string, unknown> | undefined;

  function read({ event, data }: ServerSentEvent): void {
    if (data === "[DONE]" || event === "done") outcome ??= "complete";
    const value = mayMatter(event, data) ? parsedOrText(data) : undefined;
    if (!isFields(value)) return;
    const type = event === "" || event === "message" ? value.type : event;
    if (endEvents.includes(String(type))) outcome ??= "complete";
    if (errorEvents.includes(String(type)) || isFields(value.error)) outcome ??= "failed";
    const holder = [value, value.message, value.response].find((part) => isFields(part) && isFields(part.usage));
    // Found by just this.
    if (holder !== undefined) usage = { ...usage, ...(holder as { usage: Record<string, unknown> }).usage };
  }

  return {
    add(bytes: Uint8Array) {
      const events: ServerSentEvent[] = [];
      try {
        decoder?.decode(bytes, events);
      } catch {
        // An event too large to look into: nothing more is known of this stream.
        decoder = undefined;
      }
      for (const event of events) read(event);
    },
    /** Absent as long as the stream has neither ended nor failed by its own word. */
    outcome: () => outcome,
    usage: () => usage,
  };
}

// A delta is most of a stream and says nothing of this, so it is not parsed.
function mayMatter(event: string, data: string): boolean {
  if (data.includes('"usage"') || data.includes('"error"')) return true;
  return event === "" || event === "message" ? data.includes('"type"') : [...endEvents, ...errorEvents].includes(event);
}
