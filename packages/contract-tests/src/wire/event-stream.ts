import { isUtf8 } from "node:buffer";

export interface StreamedEvent {
  event?: string;
  data: string;
  /** Its bytes in the body: the first, and the one after the last. */
  start: number;
  end: number;
}

/** An event stream as it was sent. */
export interface EventStream {
  events: StreamedEvent[];
  /** Ways in which the bytes are not a whole event stream, one sentence each. */
  faults: string[];
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads the bytes of a body as the HTML standard reads an event stream: lines end with LF, CR or CRLF, a byte order mark
 * may come first, comments and unknown fields are skipped. Unlike a client it also gives the event that the body broke
 * off in, so that one missing blank line is one fault and not a missing event too.
 */
export function readEventStream(body: Uint8Array): EventStream {
  const events: StreamedEvent[] = [];
  const faults: string[] = [];
  let pending: { event?: string; data: string[]; start: number } | undefined;

  for (const line of linesOf(body)) {
    if (!line.isUtf8) faults.push(`The line at byte ${line.start} is not UTF-8.`);
    if (line.text === "") {
      finish(line.end);
      continue;
    }
    const { field, value } = fieldOf(line.text);
    if (field !== "data" && field !== "event") continue;
    pending ??= { data: [], start: line.start };
    if (field === "data") pending.data.push(value);
    else pending.event = value;
  }
  if (pending !== undefined) {
    faults.push("The last event has no blank line after it, so a client that follows the standard drops it.");
    finish(body.length);
  }
  return { events, faults };

  /** An event without data is none, as the standard says. */
  function finish(end: number) {
    if (pending !== undefined && pending.data.length > 0) {
      const { event, data, start } = pending;
      events.push({ ...(event ? { event } : {}), data: data.join("\n"), start, end });
    }
    pending = undefined;
  }
}

/** A line without its end. What is not UTF-8 in it has become replacement characters, as it does in a client. */
interface Line {
  text: string;
  isUtf8: boolean;
  start: number;
  end: number;
}

function* linesOf(body: Uint8Array): Generator<Line> {
  const hasByteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  let start = hasByteOrderMark ? 3 : 0;
  for (let at = start; at < body.length; at += 1) {
    if (body[at] !== lineFeed && body[at] !== carriageReturn) continue;
    const isPair = body[at] === carriageReturn && body[at + 1] === lineFeed;
    const end = at + (isPair ? 2 : 1);
    yield { ...decoded(body.subarray(start, at)), start, end };
    start = end;
    at = end - 1;
  }
  if (start < body.length) yield { ...decoded(body.subarray(start)), start, end: body.length };
}

function decoded(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), isUtf8: isUtf8(bytes) };
}

/** A comment is a field without a name; one space after the colon does not belong to the value. */
function fieldOf(line: string): { field: string; value: string } {
  const colon = line.indexOf(":");
  if (colon === -1) return { field: line, value: "" };
  return { field: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, "") };
}
