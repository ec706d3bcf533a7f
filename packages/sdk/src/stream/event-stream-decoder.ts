/** One event of an event stream. */
export interface ServerSentEvent {
  /** The name on the event line; empty where there is none. */
  event: string;
  data: string;
}

/** Turns the bytes of an event stream into events, piece by piece. */
export interface EventStreamDecoder {
  /** Adds the events that these bytes complete, in order. An event that no blank line ends is never given out. */
  decode(bytes: Uint8Array, events: { push(event: ServerSentEvent): unknown }): void;
}

/** An event is larger than the decoder may hold. Its message is the middle of a sentence. */
export class EventTooLarge extends Error {}

const LF = 10;
const CR = 13;

/**
 * Decodes `text/event-stream` as the HTML standard says, without reconnection: `id` and `retry` are passed over.
 * A line is turned into text only when it is whole, so no character is ever cut, and an event of many small pieces
 * costs no more than one of a few large ones.
 */
export function createEventStreamDecoder({ maxEventBytes }: { maxEventBytes: number }): EventStreamDecoder {
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  // The line that is not whole yet, in a buffer that doubles when it is full.
  let held = new Uint8Array(0);
  let heldBytes = 0;
  let isFirstLine = true;
  let endedWithCR = false;
  // The event that no blank line has ended yet.
  let event = "";
  let data: string | undefined;
  let dataBytes = 0;

  function decode(bytes: Uint8Array, events: { push(event: ServerSentEvent): unknown }): void {
    // The LF of a CRLF whose CR ended the bytes before.
    const start = endedWithCR && bytes[0] === LF ? 1 : 0;
    if (bytes.length > 0) endedWithCR = false;

    const end = endOfLastLine(bytes);
    if (end > start) {
      endedWithCR = end === bytes.length && bytes[end - 1] === CR;
      let text = utf8.decode(joinToHeld(bytes.subarray(start, end)));
      if (text.includes("\r")) text = text.replaceAll(/\r\n?/g, "\n");
      readLines(text, events);
    }
    if (end < bytes.length) hold(bytes.subarray(Math.max(start, end)));
  }

  function hold(piece: Uint8Array): void {
    // "data: " is the longest that may stand before the data itself.
    if (dataBytes + heldBytes + piece.length > maxEventBytes + 6) throw tooLarge();
    append(piece);
  }

  function joinToHeld(lines: Uint8Array): Uint8Array {
    if (heldBytes === 0) return lines;
    append(lines);
    const joined = held.subarray(0, heldBytes);
    held = new Uint8Array(0);
    heldBytes = 0;
    return joined;
  }

  function append(piece: Uint8Array): void {
    const length = heldBytes + piece.length;
    if (length > held.length) {
      const larger = new Uint8Array(Math.max(2 * length, 512));
      larger.set(held.subarray(0, heldBytes));
      held = larger;
    }
    held.set(piece, heldBytes);
    heldBytes = length;
  }

  function readLines(text: string, events: { push(event: ServerSentEvent): unknown }): void {
    let at = isFirstLine && text.startsWith("\ufeff") ? 1 : 0;
    isFirstLine = false;
    while (at < text.length) {
      const end = text.indexOf("\n", at);
      if (end > at) {
        readLine(text, at, end);
      } else {
        if (data !== undefined) events.push({ event, data });
        event = "";
        data = undefined;
        dataBytes = 0;
      }
      at = end + 1;
    }
  }

  function readLine(text: string, at: number, end: number): void {
    if (text.startsWith("data:", at)) addData(fieldValue(text, at + 5, end));
    else if (text.startsWith("event:", at)) event = fieldValue(text, at + 6, end);
    // A name without a colon is a field with an empty value.
    else if (end - at === 4 && text.startsWith("data", at)) addData("");
    else if (end - at === 5 && text.startsWith("event", at)) event = "";
  }

  function addData(line: string): void {
    dataBytes +=
      (data === undefined ? 0 : 1) + (line.length * 3 > maxEventBytes - dataBytes ? byteLength(line) : line.length);
    if (dataBytes > maxEventBytes) throw tooLarge();
    data = data === undefined ? line : `${data}\n${line}`;
  }

  function tooLarge(): EventTooLarge {
    return new EventTooLarge(
      `an event larger than maxEventBytes (${maxEventBytes}); raise that option if such events are meant`,
    );
  }

  return { decode };
}

function endOfLastLine(bytes: Uint8Array): number {
  // Most pieces are whole events, and two searches cost more than all the rest.
  if (bytes[bytes.length - 1] === LF) return bytes.length;
  return Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;
}

function fieldValue(text: string, at: number, end: number): string {
  return text.slice(text.charCodeAt(at) === 0x20 ? at + 1 : at, end);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
