/** One event of an event stream. */
export interface ServerSentEvent {
  /** The name on the event line; empty without one. */
  event: string;
  data: string;
}

interface EventList {
  push(event: ServerSentEvent): unknown;
}

/** An event is larger than the decoder may hold. Its message is the middle of a sentence. */
export class EventTooLarge extends Error {}

const LF = 10;
// From here on a byte begins a character of several.
const firstOfSeveral = 0xc0;

/**
 * Decodes `text/event-stream` as the HTML standard says, without reconnection: `id` and `retry` are passed over. Bytes
 * become text as they come, up to a last character that may be cut; a line that is not whole is read once its
 * end has come, so an event of many small pieces costs no more than one of a few large ones.
 */
export function createEventStreamDecoder({ maxEventBytes }: { maxEventBytes: number }) {
  // Not its streaming mode, which costs several times as much.
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  // The bytes of a last character that may not be whole yet.
  let cut: Uint8Array | undefined;
  // The line that is not whole yet.
  let held = "";
  let heldBytes = 0;
  let isFirstText = true;
  let endedWithCR = false;
  // The event that no blank line has ended yet.
  let event = "";
  let data: string | undefined;
  let dataBytes = 0;

  /** Adds the events that these bytes complete, in order. An event that no blank line ends is never given out. */
  function decode(bytes: Uint8Array, events: EventList): void {
    const whole = wholeCharacters(bytes);
    let text = utf8.decode(whole);
    if (text === "") return;
    const isASCII = text.length === whole.length;

    if (isFirstText) {
      isFirstText = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    // The LF of a CRLF whose CR ended the text before.
    if (endedWithCR && text.startsWith("\n")) text = text.slice(1);
    endedWithCR = false;
    if (text.includes("\r")) {
      endedWithCR = text.endsWith("\r");
      text = text.replaceAll(/\r\n?/g, "\n");
    }

    const end = text.indexOf("\n");
    const rest = end === -1 ? text : readLines(text, end, events);
    held += rest;
    heldBytes += isASCII ? rest.length : byteLength(rest);
    // "data: " is the longest that may stand before the data itself.
    if (dataBytes + heldBytes > maxEventBytes + 6) throw tooLarge();
  }

  function wholeCharacters(bytes: Uint8Array): Uint8Array {
    const all = cut === undefined ? bytes : joined(cut, bytes);
    cut = undefined;
    const end = endOfCharacters(all);
    if (end === all.length) return all;
    // A copy: the bytes are the body's, which may use their memory again.
    cut = all.slice(end);
    return all.subarray(0, end);
  }

  /** Reads all lines; the first continues the held text. Returns the text after the last. */
  function readLines(text: string, firstEnd: number, events: EventList): string {
    let at = 0;
    if (heldBytes > 0) {
      const line = held + text.slice(0, firstEnd);
      held = "";
      heldBytes = 0;
      readLine(line, 0, line.length);
      at = firstEnd + 1;
    }
    for (;;) {
      const end = text.indexOf("\n", at);
      if (end === -1) return text.slice(at);
      if (end === at) {
        if (data !== undefined) emit(data, events);
        event = "";
      } else if (data === undefined && text.charCodeAt(end + 1) === LF && text.startsWith("data:", at)) {
        // An event of one line of data, as nearly all are, costs a third less where it is never kept.
        emit(checked(fieldValue(text, at + 5, end)), events);
        at = end + 2;
        continue;
      } else {
        readLine(text, at, end);
      }
      at = end + 1;
    }
  }

  function emit(whole: string, events: EventList): void {
    events.push({ event, data: whole });
    event = "";
    data = undefined;
    dataBytes = 0;
  }

  function readLine(text: string, at: number, end: number): void {
    if (text.startsWith("event:", at)) event = fieldValue(text, at + 6, end);
    else if (text.startsWith("data:", at)) addData(fieldValue(text, at + 5, end));
    // A name without a colon is a field with an empty value.
    else if (end - at === 4 && text.startsWith("data", at)) addData("");
    else if (end - at === 5 && text.startsWith("event", at)) event = "";
  }

  function addData(line: string): void {
    if (data !== undefined) dataBytes += 1;
    checked(line);
    data = data === undefined ? line : `${data}\n${line}`;
  }

  function checked(line: string): string {
    dataBytes += line.length * 3 > maxEventBytes - dataBytes ? byteLength(line) : line.length;
    if (dataBytes > maxEventBytes) throw tooLarge();
    return line;
  }

  function tooLarge(): EventTooLarge {
    return new EventTooLarge(
      `an event larger than maxEventBytes (${maxEventBytes}); raise it if you expect such events`,
    );
  }

  return { decode };
}

/** Returns the place of a last character of several bytes, whole or not; no event ends with one. */
function endOfCharacters(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let at = length - 1; at >= 0 && at >= length - 4; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) break;
    if (byte >= firstOfSeveral) return at;
  }
  return length;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

function fieldValue(text: string, at: number, end: number): string {
  return text.slice(text.charCodeAt(at) === 0x20 ? at + 1 : at, end);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
