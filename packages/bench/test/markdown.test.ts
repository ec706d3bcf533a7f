import { expect, test } from "vitest";
import { figuresTable, median } from "../src/markdown.ts";

test("the median is the middle value, or the mean of the middle two", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 9, 2])).toBe(3);
});

test("a ratio is taken round by round against the first row", () => {
  const table = figuresTable(
    "server",
    [
      { title: "chat", unit: "µs", ratioTo: "first row" },
      { title: "start", unit: "ms" },
    ],
    [
      { name: "bare", figures: { chat: [100, 200, 100], start: [100] } },
      { name: "mock", figures: { chat: [150, 320, 180], start: [261.2, 300, 1250] } },
      { name: "other", figures: { start: [1234.5, 1234.5] } },
    ],
  );

  expect(table).toBe(`| server | chat | start |
|---|---|---|
| bare | 1.00 (100 µs) | 100 ms |
| mock | 1.60 (1.50 to 1.80; 180 µs) | 300 ms (261 ms to 1.25 s) |
| other | – | 1.23 s |`);
});

test("compares times with the requested ones", () => {
  const table = figuresTable(
    "server",
    [{ title: "gap", ratioTo: 20 }],
    [{ name: "mock", figures: { gap: [22, 20, 24] } }],
  );

  expect(table).toContain("| mock | 1.10 (1.00 to 1.20) |");
});

test("lists a failed row below its table, and shows the others without a baseline", () => {
  const columns = [{ title: "chat", unit: "µs", ratioTo: "first row" as const }];
  const table = figuresTable("server", columns, [
    { name: "bare", figures: {}, failure: "No port.\n  at start" },
    { name: "mock", figures: { chat: [36] } },
  ]);

  expect(table).toContain("| bare | – |\n| mock | 36.0 µs |");
  expect(table).toMatch(/\n\n- Not measured, bare: No port\. at start$/);
});
