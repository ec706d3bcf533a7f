import { expect, test } from "vitest";
import { retryAfterMs } from "../src/errors/read-refusal.js";

const now = Date.parse("Sat, 21 Nov 2026 10:00:00 GMT");

test.each([
  ["seconds", { "retry-after": "12" }, 12_000],
  ["a fraction of a second", { "retry-after": "0.5" }, 500],
  ["zero", { "retry-after": "0" }, 0],
  ["a date", { "retry-after": "Sat, 21 Nov 2026 10:00:07 GMT" }, 7_000],
  ["a date that has passed", { "retry-after": "Sat, 21 Nov 2026 09:00:00 GMT" }, 0],
  ["milliseconds before seconds", { "retry-after-ms": "250", "retry-after": "12" }, 250],
  ["seconds where the milliseconds cannot be read", { "retry-after-ms": "soon", "retry-after": "3" }, 3_000],
])("reads %s", (_what, headers, expected) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(expected);
});

test.each([undefined, "soon", "", "-3 s", "-1", "+5", "1/2", "in 5"])("is absent for %j", (value) => {
  const headers = new Headers(value === undefined ? {} : { "retry-after": value });

  expect(retryAfterMs(headers, now)).toBeUndefined();
});
