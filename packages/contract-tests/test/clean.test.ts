import { expect, test } from "vitest";
import { createCleaner } from "../src/report/clean.js";

const key = "sk-test-0123456789abcdef";

test("spells out what would act on a terminal", () => {
  const clean = createCleaner(key);

  expect(clean("\x1b[2Jgone\r\nnext\x9b1m\u202egnp\u2028")).toBe(
    "\\u001b[2Jgone\\u000d\\u000anext\\u009b1m\\u202egnp\\u2028",
  );
});

test("cuts endless text, and masks before it cuts", () => {
  const clean = createCleaner(key);

  expect(clean("x".repeat(10_000)).length).toBeLessThan(700);
  expect(clean(`${"x".repeat(590)}${key}`)).not.toContain("0123");
});
