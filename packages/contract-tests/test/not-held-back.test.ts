import { expect, test } from "vitest";
import type { Exchange } from "../src/exchange.js";
import { judgeNotHeldBack } from "../src/rules/sense.js";

test.each([
  ["pass", "pieces that come over a second", [200, 500, 800, 1_200], 20],
  ["broken", "everything at once after a second of silence", [1_000, 1_001, 1_002], 20],
  ["skip", "everything at once, but soon", [40, 41], 20],
  ["skip", "a short text after a long silence", [1_000, 1_001], 5],
  ["pass", "a quick text after a long silence", [1_000, 1_060], 20],
] as const)("judges %s for %s", (outcome, _what, times, events) => {
  const pieces = times.map((atMs, index) => ({ atMs, end: index }));
  const reply = { status: 200, rawHeaders: [], headAtMs: 1, body: new Uint8Array(), pieces };

  expect(judgeNotHeldBack({ reply } as unknown as Exchange, events).outcome).toBe(outcome); // it reads no more of it
});
