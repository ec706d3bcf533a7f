import { expect, test } from "vitest";
import { judgeNotHeldBack } from "../src/checks/buffering.js";
import type { Exchange } from "../src/exchange.js";

test.each([
  ["pass", "pieces that come over a second", [200, 500, 800, 1_200], 20],
  ["broken", "everything at once after a second of silence", [1_000, 1_001, 1_002], 20],
  ["skip", "everything at once, but soon", [40, 41], 20],
  ["skip", "a short text after a long silence", [1_000, 1_001], 5],
  ["pass", "a quick text after a long silence", [1_000, 1_060], 20],
] as const)("judges %s for %s", (outcome, _what, times, events) => {
  const pieces = times.map((atMs, index) => ({ atMs, end: index }));

  expect(judgeNotHeldBack(streamOf(pieces, events)).outcome).toBe(outcome);
});

test.each([
  ["inferred", "it was silent as long before a short text", 900],
  [undefined, "a short text came soon", 300],
] as const)("weighs everything at once after a second of silence %s where %s", (provenance, _what, atMs) => {
  const long = streamOf([{ atMs: 1_000, end: 20 }], 20);
  const short = streamOf([{ atMs, end: 4 }], 4);
  const verdict = judgeNotHeldBack(long, short);

  expect(verdict.outcome === "broken" && [verdict.finding.provenance]).toEqual([provenance]);
});

function streamOf(pieces: { atMs: number; end: number }[], events: number): Exchange {
  const reply = { status: 200, rawHeaders: [], headAtMs: 1, body: new Uint8Array(), pieces };
  const stream = () => ({ events: Array.from({ length: events }) });
  return { reply, stream } as unknown as Exchange; // no more of it is read
}
