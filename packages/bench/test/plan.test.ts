import { expect, test } from "vitest";
import { planMarkdown } from "../src/store/plan.ts";

test("a plan is reckoned from the streams that were measured", () => {
  const markdown = planMarkdown({
    name: "two workers",
    streams: 10_000,
    pace: { firstMs: 200, gapMs: 20 },
    firstMs: [210],
    gapMs: [20],
    durationMs: [480],
    memoryMb: [1000, 1000, 1200],
    eventMicroseconds: [30, 28, 40],
  });

  expect(markdown).toContain("| requests a second | 100 000 ÷ 30 s | 3 333 |");
  expect(markdown).toContain("| events a second | 100 000 ÷ 100 ms | 1 000 000 |");
  expect(markdown).toContain("| memory of the mocks | 100 000 × 102 KB | 9.8 GB |");
  expect(markdown).toContain("| processes, each on a core of its own | 1 000 000 × 30 µs | 30 |");
  expect(markdown).toContain("| operations of the store a second | 3 × 3 333 | 10 000 |");
});
