import { expect, test } from "vitest";
import { median } from "../src/markdown.ts";
import { cpuMarkdown } from "../src/mock/cpu.ts";
import { routesMarkdown } from "../src/mock/routes.ts";
import { pipelineMarkdown } from "../src/pipeline.ts";
import { sdkMarkdown } from "../src/sdk/sdk.ts";
import { streamsTable } from "../src/streams/open-streams.ts";

test("the median is the middle value, or the mean of the middle two", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 9, 2])).toBe(3);
});

test("a ratio is taken round by round against the first subject", () => {
  const markdown = cpuMarkdown([
    { name: "bare", startCpuMs: 100, loads: [{ name: "chat", microseconds: [100, 200, 100] }] },
    { name: "mock", startCpuMs: 410, loads: [{ name: "chat", microseconds: [150, 320, 180] }] },
    { name: "other", startCpuMs: 120, loads: [] },
  ]);

  expect(markdown).toContain("| mock | 1.6 (1.5 to 1.8; 180 µs) |");
  expect(markdown).toContain("| mock | 0.41 s |");
  expect(markdown).toContain("| other | not refused |");
});

test("streams are compared with the pace that was asked for", () => {
  const table = streamsTable([
    {
      name: "mock",
      streams: 200,
      pace: { firstMs: 200, gapMs: 20 },
      firstMs: [220, 200, 240],
      gapMs: [20.1],
      durationMs: [480],
      memoryMb: [123.4, 119],
      eventMicroseconds: [31.2, 29.4],
    },
  ]);

  expect(table).toContain(
    "| mock | 200 | 1.100 (1.000 to 1.200) | 1.005 (1.005 to 1.005) | 1.000 (1.000 to 1.000) | 121 MB (119 to 123) | 30 µs (29 to 31) |",
  );
});

test("more operations cost a share of a whole request", () => {
  const rows = [
    { name: "6", microseconds: [3000] },
    { name: "66", microseconds: [9000] },
  ];

  expect(routesMarkdown(rows, 100)).toContain("| 66 | 1.50 µs | 1.0 % more |");
});

test("the pipeline has a row for each run", () => {
  expect(pipelineMarkdown({ coldSeconds: 61.4, cachedSeconds: 1.26 })).toContain("| nothing changed | 1.3 s |");
});

test("the SDK's rows are ratios to the first row of their table", () => {
  const markdown = sdkMarkdown({
    calls: [
      { name: "fetch", microseconds: [10, 20] },
      { name: "ours", microseconds: [14, 32] },
    ],
    streams: [],
    replies: [],
    decoders: [
      {
        stream: "a thousand events",
        rows: [
          { name: "theirs", microseconds: [100] },
          { name: "our decoder", microseconds: [80] },
        ],
      },
    ],
    whole: [{ name: "ours", microseconds: [8000] }],
    half: [{ name: "ours", microseconds: [4000] }],
    openStreams: [{ name: "fetch", cpuMs: [120], memoryMb: [40] }],
    imports: [{ name: "ours", milliseconds: [9, 11, 10] }],
    sizes: { programs: [{ name: "ours", bytes: 8192 }], entries: [] },
  });

  expect(markdown).toContain("| ours | 1.50 (1.40 to 1.60; 23.0 µs) |");
  expect(markdown).toContain("A thousand events:\n\n| client | CPU |");
  expect(markdown).toContain("| our decoder | 0.80 (0.80 to 0.80; 80.0 µs) |");
  expect(markdown).toContain("| ours | 1.00 (1.00 to 1.00; 8.0 ms) | 2.0 |");
  expect(markdown).toContain("| fetch | 1.00 (1.00 to 1.00; 120 ms) | 1.00 (1.00 to 1.00; 40 MB) |");
  expect(markdown).toContain("| ours | 10.0 ms (9.0 to 11.0) |");
  expect(markdown).toContain("| one streaming call by ours | 8.0 KB |");
});
