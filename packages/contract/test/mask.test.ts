import { expect, test } from "vitest";
import { masked } from "../src/index.ts";

const key = "sk-0123456789abcdef";

test("a key is masked whole", () => {
  expect(masked(`The key ${key} is wrong.`, [key])).toBe("The key [key] is wrong.");
});

test("eight characters in a row of a key are masked, seven are not", () => {
  expect(masked("…89abcdef", [key])).toBe("…[key]");
  expect(masked("…9abcdef", [key])).toBe("…9abcdef");
});

test("keys side by side are both masked", () => {
  expect(masked(`${key}${key}`, [key])).toBe("[key][key]");
  expect(masked("ends with 9abcdef… or 6789abcde…", [key])).toBe("ends with 9abcdef… or [key]…");
});

test("several keys are masked, and a short one only where it stands whole", () => {
  expect(masked(`${key} and k7-x and k7-`, [key, "k7-x"])).toBe("[key] and [key] and k7-");
});

test("no key masks nothing", () => {
  expect(masked("text", [""])).toBe("text");
});
