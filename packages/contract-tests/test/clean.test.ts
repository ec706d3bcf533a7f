import { expect, test } from "vitest";
import { createCleaner, masked } from "../src/clean.js";

const key = "sk-test-0123456789abcdef";

test("masks the key, and any eight characters in a row of it", () => {
  expect(masked(`no such key: ${key}!`, key)).toBe("no such key: [key]!");
  expect(masked("it ends with 89abcdef, or 6789abcde…", key)).toBe("it ends with [key], or [key]…");
  expect(masked("sk-test and 9abcdef are too short to tell", key)).toBe("sk-test and 9abcdef are too short to tell");
  expect(masked(`${key}${key}`, key)).toBe("[key][key]");
});

test("masks a short key where it stands whole", () => {
  expect(masked("your key abc is wrong", "abc")).toBe("your key [key] is wrong");
});

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
