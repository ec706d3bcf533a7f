import { expect, test } from "vitest";
import { createEventStreamDecoder, EventTooLarge, type ServerSentEvent } from "../src/stream/event-stream-decoder.js";
import { bytesOf } from "./stub-streams.js";

function decodeAll(parts: Uint8Array[], maxEventBytes = 1_000_000): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const decoder = createEventStreamDecoder({ maxEventBytes });
  for (const part of parts) decoder.decode(part, events);
  return events;
}

const event = (data: string, name = ""): ServerSentEvent => ({ event: name, data });
const eachByte = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte));

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

for (const [what, text, expected] of cases) {
  for (const [name, lineEnd] of [
    ["LF", "\n"],
    ["CR", "\r"],
    ["CRLF", "\r\n"],
  ] as const) {
    test(`reads ${what} with ${name}, whole and byte by byte`, () => {
      const bytes = bytesOf(text.replaceAll("\n", lineEnd));

      expect(decodeAll([bytes])).toEqual(expected);
      expect(decodeAll(eachByte(bytes))).toEqual(expected);
    });
  }
}

test("reads a mix of line ends", () => {
  expect(decodeAll([bytesOf("data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\r\n")])).toEqual([
    event("a\nb\nc"),
    event("d"),
  ]);
});

test("gives an event out as soon as its blank line is there, before the LF of a CRLF", () => {
  expect(decodeAll([bytesOf("data: a\r\n\r")])).toEqual([event("a")]);
});

test("reads the same wherever the bytes are cut", () => {
  const bytes = bytesOf('\ufeffevent: é\r\ndata: {"text":"🙂"}\r\rdata: x\n\n: c\r\n\r\ndata:y\r\ndata: z\r\n\r\n');
  const whole = decodeAll([bytes]);

  for (let first = 0; first <= bytes.length; first++) {
    for (let second = first; second <= bytes.length; second++) {
      expect(decodeAll([bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)])).toEqual(
        whole,
      );
    }
  }
  expect(whole).toEqual([event('{"text":"🙂"}', "é"), event("x"), event("y\nz")]);
});

test("keeps a line end that follows a cut line, where a CR ended the line before", () => {
  expect(decodeAll([bytesOf("data: a\rid"), bytesOf("\n\ndata: b\n\n")])).toEqual([event("a"), event("b")]);
});

test("replaces bytes that are no UTF-8", () => {
  expect(decodeAll([Uint8Array.of(...bytesOf("data: a"), 0xff, 0xe2, 0x82, ...bytesOf("b\n\n"))])).toEqual([
    event("a\ufffd\ufffdb"),
  ]);
});

test.each([
  ["in one line", `data: ${"x".repeat(101)}\n\n`],
  ["over several lines", `data: ${"x".repeat(60)}\ndata: ${"x".repeat(40)}\n\n`],
  ["in characters of several bytes", `data: ${"€".repeat(34)}\n\n`],
])("refuses an event larger than the limit %s, whole and byte by byte", (_where, text) => {
  expect(() => decodeAll([bytesOf(text)], 100)).toThrow(EventTooLarge);
  expect(() => decodeAll(eachByte(bytesOf(text)), 100)).toThrow(EventTooLarge);
});

test("takes an event as large as the limit", () => {
  const text = `data: ${"x".repeat(97)}€\n\n`;

  expect(decodeAll([bytesOf(text)], 100)).toHaveLength(1);
  expect(decodeAll(eachByte(bytesOf(text)), 100)).toHaveLength(1);
});

test("refuses a line that never ends before it has filled the memory", () => {
  const decoder = createEventStreamDecoder({ maxEventBytes: 1000 });
  const part = bytesOf("x".repeat(100));

  expect(() => {
    for (let count = 0; count < 20; count++) decoder.decode(part, []);
  }).toThrow(EventTooLarge);
});

test("reads a large event in many small pieces", () => {
  const bytes = bytesOf(`data: ${"x".repeat(8_000_000)}\n\n`);
  const parts = Array.from({ length: Math.ceil(bytes.length / 256) }, (_, index) =>
    bytes.subarray(index * 256, (index + 1) * 256),
  );

  // Quadratic work would take minutes, which the time limit of a test does not allow.
  expect(decodeAll(parts, 10_000_000)).toHaveLength(1);
});

test("reads a line of very many single bytes", () => {
  const text = `data: ${"é".repeat(200_000)}\n\n`;

  expect(decodeAll(eachByte(bytesOf(text)))).toEqual([event("é".repeat(200_000))]);
});

test("keeps what it needs of bytes whose memory is used again", () => {
  const decoder = createEventStreamDecoder({ maxEventBytes: 100 });
  const events: ServerSentEvent[] = [];
  const memory = new Uint8Array(1);
  for (const byte of bytesOf("data: é€🙂\n\n")) {
    memory[0] = byte;
    decoder.decode(memory, events);
  }

  expect(events).toEqual([event("é€🙂")]);
});

test("counts the bytes of an event anew after each", () => {
  const text = `data: ${"x".repeat(60)}\n\ndata: ${"x".repeat(30)}\ndata: ${"x".repeat(30)}\n\n`.repeat(3);

  expect(decodeAll([bytesOf(text)], 100)).toHaveLength(6);
  expect(decodeAll(eachByte(bytesOf(text)), 100)).toHaveLength(6);
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
