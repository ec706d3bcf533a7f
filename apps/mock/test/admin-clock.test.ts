import { expect, test } from "vitest";
import { createClient } from "./client.js";

test("advancing the clock empties rate windows at once", async () => {
  const { admin, chat } = createClient({ requestsPerMinute: 1 });
  await chat();
  const refused = await chat();

  await admin("POST", "/clock/advance", { ms: 60_000 });

  expect([refused.status, (await chat()).status]).toEqual([429, 200]);
});

test("advancing the clock drains streams at once", async () => {
  const { admin, chat } = createClient({ latency: { firstMs: 1000, gapMs: 3_600_000 } });
  const response = await chat({ stream: true });

  const text = response.text();
  for (let events = 0; events < 200; events += 1) await admin("POST", "/clock/advance", { ms: 3_600_000 });

  expect(await text).toMatch(/data: \[DONE\]\n\n$/);
});

test("a clock stands where it is set, and goes back only in a session without requests", async () => {
  const { admin, callAdmin, chat } = createClient();
  await admin("PUT", "/clock", { now: "2026-01-01T00:00:00Z", isFrozen: true });

  const { created } = (await (await chat()).json()) as { created: number };
  const back = await callAdmin("PUT", "/sessions/default/clock", { now: "2025-01-01T00:00:00Z" });

  expect(created).toBe(Date.UTC(2026, 0, 1) / 1000);
  expect(await admin("GET", "/clock")).toEqual({ now: "2026-01-01T00:00:00.000Z", isFrozen: true });
  expect(back.status).toBe(409);
});

test("a clock does not go back in a session whose journal has been emptied", async () => {
  const { chat, callAdmin } = createClient();
  await chat();
  await callAdmin("DELETE", "/sessions/default/journal");

  const back = await callAdmin("PUT", "/sessions/default/clock", { now: "2025-01-01T00:00:00Z" });

  expect(back.status).toBe(409);
});

test.each([
  ["a leap second", "PUT", "/clock", { now: "2016-12-31T23:59:60Z" }, 400],
  ["a year of five digits", "POST", "/clock/advance", { ms: 3_155_760_000_000 }, 409],
])("a clock is not set to %s", async (_, method, path, body, status) => {
  const { callAdmin, admin } = createClient();
  await admin("PUT", "/clock", { now: "9998-01-01T00:00:00Z", isFrozen: true });

  const refused = await callAdmin(method, `/sessions/default${path}`, body);

  expect(refused.status).toBe(status);
  expect((await admin("GET", "/clock")).now).toBe("9998-01-01T00:00:00.000Z");
});

test("a clock can be stopped where it is, and runs on from there", async () => {
  const { admin, chat } = createClient();
  await chat();

  const { now, isFrozen } = await admin("PUT", "/clock", { isFrozen: true });
  await chat();

  expect([isFrozen, (await admin("GET", "/clock")).now]).toEqual([true, now]);
  expect((await admin("PUT", "/clock", { isFrozen: false })).isFrozen).toBe(false);
});
