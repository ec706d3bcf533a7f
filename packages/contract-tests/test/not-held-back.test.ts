import { expect, test } from "vitest";
import { judgeNotHeldBack } from "../src/checks/buffering.js";
import type { Exchange } from "../src/exchange.js";

const eventBytes = 100;

test.each([
  ["pass", "pieces that come over a second", [200, 500, 800, 1_200], 20],
  ["broken", "everything at once after a second of silence", [1_000, 1_001, 1_002], 20],
  ["skip", "everything at once, but each event by itself", Array.from({ length: 20 }, () => 1_000), 20],
  ["skip", "everything at once, but soon", [40, 41], 20],
  ["skip", "a short text after a long silence", [1_000, 1_001], 5],
  ["pass", "a quick text after a long silence", [1_000, 1_060], 20],
] as const)("judges %s for %s", (outcome, _what, times, events) => {
  const pieces = times.map((atMs, index) => ({ atMs, end: (index + 1) * eventBytes }));

  expect(judgeNotHeldBack(streamOf(pieces, events)).outcome).toBe(outcome);
});

test.each([
  ["inferred", "it was silent as long before a short text", 900],
  [undefined, "a short text came soon", 300],
] as const)("weighs everything at once after a second of silence %s where %s", (provenance, _what, atMs) => {
  const long = streamOf([{ atMs: 1_000, end: 20 * eventBytes }], 20);
  const short = streamOf([{ atMs, end: 4 * eventBytes }], 4);
  const verdict = judgeNotHeldBack(long, short);

  expect(verdict.outcome === "broken" && [verdict.finding.provenance]).toEqual([provenance]);
});

test.each([
  ["broken", "pages of a buffer", [4_050, 8_130, 10_000]],
  ["pass", "bursts of whole events, as a busy machine makes them", [4_000, 8_100, 10_000]],
  ["pass", "many small pieces, cut anywhere", Array.from({ length: 60 }, (_, at) => (at + 1) * 166 + 7)],
] as const)("judges %s for %s", (outcome, _what, ends) => {
  const pieces = ends.map((end, index) => ({ atMs: 300 * (index + 1), end }));

  const verdict = judgeNotHeldBack(streamOf(pieces, 100));

  expect(verdict.outcome).toBe(outcome);
  if (verdict.outcome === "broken") expect(verdict.finding.message).toContain("nginx: proxy_buffering off");
});

test("names the first sizes of many pages", () => {
  const pieces = Array.from({ length: 6 }, (_, index) => ({ atMs: 300 * (index + 1), end: 4_030 * (index + 1) }));

  const verdict = judgeNotHeldBack(streamOf(pieces, 242));

  expect(verdict.outcome === "broken" && verdict.finding.message).toContain(
    "242 events came in 6 reads, cut in the middle of events after 4030, 4030, 4030 … bytes.",
  );
});

function streamOf(pieces: { atMs: number; end: number }[], events: number): Exchange {
  const reply = { status: 200, rawHeaders: [], headAtMs: 1, body: new Uint8Array(), pieces };
  const list = Array.from({ length: events }, (_, at) => ({ start: at * eventBytes, end: (at + 1) * eventBytes }));
  const stream = () => ({ events: list });
  return { reply, stream } as unknown as Exchange; // no more of it is read
}
