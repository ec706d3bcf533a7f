import { expect, test } from "vitest";
import { masked } from "../src/index.ts";

const key = "sk-0123456789abcdef";

test("masks a whole key", () => {
  expect(masked(`The key ${key} is wrong.`, [key])).toBe("The key [key] is wrong.");
});

test("masks eight consecutive characters of a key, and not seven", () => {
  expect(masked("…89abcdef", [key])).toBe("…[key]");
  expect(masked("…9abcdef", [key])).toBe("…9abcdef");
});

test("masks adjacent keys", () => {
  expect(masked(`${key}${key}`, [key])).toBe("[key][key]");
  expect(masked("ends with 9abcdef… or 6789abcde…", [key])).toBe("ends with 9abcdef… or [key]…");
});

test("masks several keys, a short one only as a whole", () => {
  expect(masked(`${key} and k7-x and k7-`, [key, "k7-x"])).toBe("[key] and [key] and k7-");
});

test("masks nothing without a key", () => {
  expect(masked("text", [""])).toBe("text");
});
