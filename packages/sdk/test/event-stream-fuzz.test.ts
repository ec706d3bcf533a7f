import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createEventStreamDecoder, type ServerSentEvent } from "../src/stream/event-stream-decoder.js";
import { bytesOf } from "./stub-streams.js";

// The scheduled workflow runs many times as many: `pnpm --filter @model-access/sdk fuzz`.
const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 1);
const caseCount = 2_000 * fuzzRuns;

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

/** A small generator of numbers from 0 up to, but not, a limit; the same seed gives the same numbers (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function randomStream(random: (limit: number) => number): string {
  let text = random(8) === 0 ? "\ufeff" : "";
  for (let count = random(12); count > 0; count--) {
    text += pieces[random(pieces.length)];
    text += lineEnds[random(lineEnds.length)];
    if (random(3) === 0) text += lineEnds[random(lineEnds.length)];
  }
  // Some streams are cut.
  return random(4) === 0 ? text.slice(0, random(text.length + 1)) : text;
}

function decodeInParts(bytes: Uint8Array, partLength: () => number): ServerSentEvent[] {
  const decoder = createEventStreamDecoder({ maxEventBytes: 1_000_000 });
  const events: ServerSentEvent[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + partLength();
    decoder.decode(bytes.subarray(at, end), events);
    at = end;
  }
  return events;
}

/** The judgement of eventsource-parser. What no blank line ends is no event for it either. */
function parseWhole(text: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const parser = createParser({ onEvent: ({ event = "", data }) => events.push({ event, data }) });
  parser.feed(text);
  return events;
}

test(`reads ${caseCount} random streams in random parts as eventsource-parser does`, () => {
  const random = createRandom(20261121);
  let eventCount = 0;

  for (let index = 0; index < caseCount; index++) {
    const text = randomStream(random);
    const longest = 1 + random(12);
    const events = decodeInParts(bytesOf(text), () => 1 + random(longest));
    const expected = parseWhole(text);

    eventCount += expected.length;
    // Comparing texts is quick; the case itself is shown only where they differ.
    if (JSON.stringify(events) !== JSON.stringify(expected))
      expect({ text, events }).toEqual({ text, events: expected });
  }

  expect(eventCount).toBeGreaterThan(caseCount / 2);
});

test("reads any text in any parts as eventsource-parser does", () => {
  // fast-check's own texts of all characters take seconds to prepare.
  const characters = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points));
  const line = fc.oneof(fc.constantFrom(...pieces), fc.string(), characters);
  const stream = fc
    .array(fc.tuple(line, fc.constantFrom(...lineEnds, "\n\n")), { maxLength: 20 })
    .map((lines) => lines.flat().join(""));

  fc.assert(
    fc.property(stream, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (text, lengths) => {
      let index = 0;
      const events = decodeInParts(bytesOf(text), () => lengths[index++ % lengths.length] ?? 1);

      // Halves of surrogate pairs don't survive the way through bytes.
      expect(events).toEqual(parseWhole(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(text))));
    }),
    { seed: 20261121, numRuns: 200 * fuzzRuns },
  );
});
