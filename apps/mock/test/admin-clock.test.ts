import { expect, test } from "vitest";
import { createAdmin, stream } from "./admin-calls.js";

test("advancing the clock empties rate windows at once", async () => {
  const { of, ask } = createAdmin({ requestsPerMinute: 1 });
  await ask();
  const refused = await ask();

  await of("POST", "/clock/advance", { ms: 60_000 });

  expect([refused.status, (await ask()).status]).toEqual([429, 200]);
});

test("advancing the clock drains streams at once", async () => {
  const { of, ask } = createAdmin({ latency: { firstMs: 1000, gapMs: 3_600_000 } });
  const response = await ask(stream);

  const text = response.text();
  for (let events = 0; events < 200; events += 1) await of("POST", "/clock/advance", { ms: 3_600_000 });

  expect(await text).toMatch(/data: \[DONE\]\n\n$/);
});

test("a clock stands where it is set, and goes back only in a session without requests", async () => {
  const { of, call, ask } = createAdmin();
  await of("PUT", "/clock", { now: "2026-01-01T00:00:00Z", isFrozen: true });

  const { created } = (await (await ask()).json()) as { created: number };
  const back = await call("PUT", "/sessions/default/clock", { now: "2025-01-01T00:00:00Z" });

  expect(created).toBe(Date.UTC(2026, 0, 1) / 1000);
  expect(await of("GET", "/clock")).toEqual({ now: "2026-01-01T00:00:00.000Z", isFrozen: true });
  expect(back.status).toBe(409);
});

test("a clock does not go back in a session whose journal has been emptied", async () => {
  const { ask, call } = createAdmin();
  await ask();
  await call("DELETE", "/sessions/default/journal");

  const back = await call("PUT", "/sessions/default/clock", { now: "2025-01-01T00:00:00Z" });

  expect(back.status).toBe(409);
});

test.each([
  ["a leap second", "PUT", "/clock", { now: "2016-12-31T23:59:60Z" }, 400],
  ["a year of five digits", "POST", "/clock/advance", { ms: 3_155_760_000_000 }, 409],
])("a clock is not set to %s", async (_, method, path, body, status) => {
  const { call, of } = createAdmin();
  await of("PUT", "/clock", { now: "9998-01-01T00:00:00Z", isFrozen: true });

  const refused = await call(method, `/sessions/default${path}`, body);

  expect(refused.status).toBe(status);
  expect((await of("GET", "/clock")).now).toBe("9998-01-01T00:00:00.000Z");
});

test("a clock can be stopped where it is, and runs on from there", async () => {
  const { of, ask } = createAdmin();
  await ask();

  const { now, isFrozen } = await of("PUT", "/clock", { isFrozen: true });
  await ask();

  expect([isFrozen, (await of("GET", "/clock")).now]).toEqual([true, now]);
  expect((await of("PUT", "/clock", { isFrozen: false })).isFrozen).toBe(false);
});
