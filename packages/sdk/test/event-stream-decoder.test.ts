import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createEventStreamDecoder, EventTooLarge, type ServerSentEvent } from "../src/stream/event-stream-decoder.js";
import { bytesOf } from "./stub-streams.js";

function decodeAll(parts: Iterable<Uint8Array>, maxEventBytes = 1_000_000): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const decoder = createEventStreamDecoder({ maxEventBytes });
  for (const part of parts) decoder.decode(part, events);
  return events;
}

/** The bytes in parts of these lengths. */
function* partsOf(bytes: Uint8Array, nextLength: () => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + nextLength();
    yield bytes.subarray(at, end);
    at = end;
  }
}

const event = (data: string, name = ""): ServerSentEvent => ({ event: name, data });
const eachByte = (bytes: Uint8Array) => partsOf(bytes, () => 1);

const cases: [string, string, ServerSentEvent[]][] = [
  ["one event", "data: a\n\n", [event("a")]],
  ["two events", "data: a\n\ndata: b\n\n", [event("a"), event("b")]],
  ["data of several lines", "data: a\ndata:\ndata: b\n\n", [event("a\n\nb")]],
  ["no space after the colon", "data:a\n\n", [event("a")]],
  ["only the first space after the colon", "data:  a \n\n", [event(" a ")]],
  ["a named event", "event: ping\ndata: {}\n\n", [event("{}", "ping")]],
  ["a name that holds for one event only", "event: ping\ndata: a\n\ndata: b\n\n", [event("a", "ping"), event("b")]],
  ["the last name of an event", "event: a\nevent: b\ndata: x\n\n", [event("x", "b")]],
  ["no event without data", "event: ping\n\ndata: a\n\n", [event("a")]],
  ["empty data", "data\n\ndata:\n\n", [event(""), event("")]],
  ["comments", ": keep-alive\n\n:\ndata: a\n: more\n\n", [event("a")]],
  ["other fields", "id: 7\nretry: 10\nnovel: x\ndatax: y\ndat: z\ndata: a\n\n", [event("a")]],
  ["a leading BOM", "\ufeffdata: a\n\n", [event("a")]],
  ["no BOM later on", "data: a\n\n\ufeffdata: b\n\n", [event("a")]],
  ["a BOM in the data", "data: \ufeffa\n\n", [event("\ufeffa")]],
  ["characters of two, three and four bytes", "data: é€🙂\n\n", [event("é€🙂")]],
  ["separators that end no line", "data: a\u2028b\u0085c\u000bd\n\n", [event("a\u2028b\u0085c\u000bd")]],
  ["blank lines between events", "\n\ndata: a\n\n\n\ndata: b\n\n", [event("a"), event("b")]],
  ["no event that is not ended", "data: a\n\ndata: b\n", [event("a")]],
  ["no event whose last line is cut", "data: a\n\ndata: b", [event("a")]],
];

test.each(cases)("reads %s with LF, CR and CRLF, whole and byte by byte", (_what, text, expected) => {
  for (const lineEnd of ["\n", "\r", "\r\n"]) {
    const bytes = bytesOf(text.replaceAll("\n", lineEnd));

    expect(decodeAll([bytes])).toEqual(expected);
    expect(decodeAll(eachByte(bytes))).toEqual(expected);
  }
});

test.each([
  ["a mix of line ends", ["data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\r\n"], [event("a\nb\nc"), event("d")]],
  ["an event as soon as its blank line is there, before the LF of a CRLF", ["data: a\r\n\r"], [event("a")]],
  [
    "a line end after a cut line, where a CR ended the line before",
    ["data: a\rid", "\n\ndata: b\n\n"],
    [event("a"), event("b")],
  ],
])("reads %s", (_what, texts, expected) => {
  expect(decodeAll(texts.map(bytesOf))).toEqual(expected);
});

test.each([
  ["in one line", `data: ${"x".repeat(101)}\n\n`],
  ["over several lines", `data: ${"x".repeat(60)}\ndata: ${"x".repeat(40)}\n\n`],
  ["in characters of several bytes", `data: ${"€".repeat(34)}\n\n`],
])("refuses an event larger than the limit %s, whole and byte by byte", (_where, text) => {
  expect(() => decodeAll([bytesOf(text)], 100)).toThrow(EventTooLarge);
  expect(() => decodeAll(eachByte(bytesOf(text)), 100)).toThrow(EventTooLarge);
});

test.each([
  ["an event as large as the limit", `data: ${"x".repeat(97)}€\n\n`, 1],
  [
    "events that are larger together",
    `data: ${"x".repeat(60)}\n\ndata: ${"x".repeat(30)}\ndata: ${"x".repeat(30)}\n\n`.repeat(3),
    6,
  ],
])("takes %s, whole and byte by byte", (_what, text, count) => {
  expect(decodeAll([bytesOf(text)], 100)).toHaveLength(count);
  expect(decodeAll(eachByte(bytesOf(text)), 100)).toHaveLength(count);
});

test.each(["x".repeat(102), "€".repeat(34)])("refuses a line that never ends by its bytes: %s", (text) => {
  const decoder = createEventStreamDecoder({ maxEventBytes: 1000 });
  const part = bytesOf(text);

  expect(() => {
    for (let count = 0; count < 11; count++) decoder.decode(part, []);
  }).toThrow(EventTooLarge);
});

test("reads a large event in many small pieces", () => {
  const bytes = bytesOf(`data: ${"x".repeat(8_000_000)}\n\n`);
  const characters = "é".repeat(200_000);

  // Quadratic work would take minutes, which the time limit of a test does not allow.
  expect(
    decodeAll(
      partsOf(bytes, () => 256),
      10_000_000,
    ),
  ).toHaveLength(1);
  expect(decodeAll(eachByte(bytesOf(`data: ${characters}\n\n`)))).toEqual([event(characters)]);
});

test("keeps what it needs of bytes whose memory is used again", () => {
  const memory = new Uint8Array(1);

  function* reuse() {
    for (const byte of bytesOf("data: é€🙂\n\n")) {
      memory[0] = byte;
      yield memory;
    }
  }

  expect(decodeAll(reuse())).toEqual([event("é€🙂")]);
});

test("reads bytes that are no UTF-8 the same wherever they are cut", () => {
  const noise = [0xff, 0xc3, 0xe2, 0x82, 0xf0, 0x9f, 0x99, 0x80, 0x80, 0x80, 0xed, 0xa0, 0x80, 0xf8, 0xe2];
  const bytes = Uint8Array.of(...bytesOf("data: "), ...noise, ...bytesOf("a\n\n"));
  const whole = [event(new TextDecoder().decode(bytes.subarray(6, -2)))];

  expect(decodeAll([bytes])).toEqual(whole);
  expect(decodeAll(eachByte(bytes))).toEqual(whole);
  for (let cut = 0; cut <= bytes.length; cut++) {
    expect(decodeAll([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
  }
});

// The scheduled workflow runs many times as many: `pnpm --filter @model-access/sdk fuzz`.
const numRuns = 2_000 * Number(process.env.FUZZ_RUNS ?? 1);

// What streams are made of, with everything that a reader could trip over.
const pieces = [
  "data: a",
  "data:b",
  "data:  c ",
  "data",
  "data:",
  'data: {"text":"é€🙂"}',
  "event: ping",
  "event:",
  "event",
  "event: a: b",
  ": comment",
  ":",
  "id: 7",
  "retry: 10",
  "novel: x",
  "datax: y",
  " data: z",
  "data: \u2028\u0085",
  "\u0000",
  "é€🙂",
  "",
];
const lineEnds = ["\n", "\n", "\n", "\r\n", "\r"];

/** The judgement of eventsource-parser. What no blank line ends is no event for it either. */
function parseWhole(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const parser = createParser({ onEvent: ({ event = "", data }) => events.push({ event, data }) });
  parser.feed(text);
  return events;
}

test("reads any text in any parts as eventsource-parser does, cut or not", () => {
  // fast-check's own texts of all characters take seconds to prepare.
  const characters = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points));
  const line = fc.oneof({ arbitrary: fc.constantFrom(...pieces), weight: 4 }, fc.string(), characters);
  const lines = fc.array(fc.tuple(line, fc.constantFrom(...lineEnds, "\n\n", "\r\r")), { maxLength: 20, size: "max" });
  const stream = fc
    .tuple(fc.constantFrom("", "", "\ufeff"), lines, fc.constantFrom(0, 0, 1, 2, 5, 30))
    .map(([start, parts, missing]) => (start + parts.flat().join("")).slice(0, -missing || undefined));
  let eventCount = 0;

  fc.assert(
    fc.property(stream, fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), (text, lengths) => {
      let index = 0;
      const events = decodeAll(partsOf(bytesOf(text), () => lengths[index++ % lengths.length] ?? 1));

      // Halves of surrogate pairs don't survive the way through bytes.
      expect(events).toEqual(parseWhole(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(text))));
      eventCount += events.length;
    }),
    { seed: 20261121, numRuns },
  );

  expect(eventCount).toBeGreaterThan(numRuns / 2);
});
