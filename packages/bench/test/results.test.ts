import { expect, test } from "vitest";
import { median } from "../src/median.ts";
import { toMarkdown } from "../src/results.ts";

const machine = {
  date: "2026-11-21",
  node: "24.21.0",
  platform: "linux x64",
  cores: 2,
  loadBefore: 0.1,
  loadAfter: 1.2,
};

test("the median is the middle value, or the mean of the middle two", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 9, 2])).toBe(3);
});

test("a ratio is taken round by round against the first subject", () => {
  const markdown = toMarkdown({
    machine,
    requests: [
      { subject: "bare", load: "chat", cpuMicrosecondsPerRequest: [100, 200, 100] },
      { subject: "mock", load: "chat", cpuMicrosecondsPerRequest: [150, 320, 180] },
    ],
    starts: [{ subject: "mock", cpuMs: 410 }],
    streams: [
      {
        name: "mock",
        streams: 200,
        firstMs: [220, 200, 240],
        gapMs: [20.1],
        durationMs: [480],
        memoryMb: [123.4, 119],
        eventMicroseconds: [31.2, 29.4],
        asked: { firstMs: 200, gapMs: 20, durationMs: 480 },
      },
    ],
    routes: [
      { operations: 6, microseconds: 0.5, share: undefined },
      { operations: 66, microseconds: 1.5, share: 0.01 },
    ],
    contractTests: "| faults found | 3 of 3 |",
    pipeline: { coldSeconds: 61.4, cachedSeconds: 1.26 },
    sdk: {
      calls: [
        { name: "fetch", microseconds: [10, 20] },
        { name: "ours", microseconds: [14, 32] },
      ],
      raw: [],
      accumulating: [],
      decoders: [
        {
          stream: "a thousand events",
          rows: [
            { name: "theirs", microseconds: [100] },
            { name: "our decoder", microseconds: [80] },
          ],
        },
      ],
      largeEvent: { whole: [{ name: "ours", microseconds: [8000] }], half: [{ name: "ours", microseconds: [4000] }] },
      openStreams: [{ name: "fetch", cpuMs: [120], memoryMb: [40] }],
      imports: [{ name: "ours", milliseconds: [9, 11, 10] }],
      sizes: { programs: [{ name: "ours", bytes: 8192 }], entries: [] },
      types: [{ name: "ours", instantiations: 11, result: "A | B" }],
    },
  });

  expect(markdown).toContain("| mock | 1.6 (1.5 to 1.8; 180 µs) |");
  expect(markdown).toContain("| mock | 0.41 s |");
  expect(markdown).toContain(
    "| mock | 200 | 1.100 (1.000 to 1.200) | 1.005 (1.005 to 1.005) | 1.000 (1.000 to 1.000) | 121 (119 to 123) MB | 30 (29 to 31) µs |",
  );
  expect(markdown).toContain("| faults found | 3 of 3 |");
  expect(markdown).toContain("| 66 | 1.50 µs | 1.0 % more |");
  expect(markdown).toContain("| nothing changed | 1.3 s |");
  expect(markdown).toContain("| ours | 1.50 (1.40 to 1.60; 23.0 µs) |");
  expect(markdown).toContain("A thousand events:\n\n| client | CPU |");
  expect(markdown).toContain("| our decoder | 0.80 (0.80 to 0.80; 80.0 µs) |");
  expect(markdown).toContain("| ours | 1.00 (1.00 to 1.00; 8.0 ms) | 2.0 |");
  expect(markdown).toContain("| fetch | 1.00 (1.00 to 1.00; 120 ms) | 1.00 (1.00 to 1.00; 40 MB) |");
  expect(markdown).toContain("| ours | 10.0 ms (9.0 to 11.0) |");
  expect(markdown).toContain("| one streaming call by ours | 8.0 KB |");
  expect(markdown).toContain("| ours | 11 | `A \\| B` |");
});
