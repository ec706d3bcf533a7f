import { setImmediate } from "node:timers/promises";
import { readExchanges } from "@model-access/contract";
import { expect, test } from "vitest";
import { createAdmin, type MockOptions } from "../src/index.js";
import { createClient } from "./client.js";

/** A client that asks in a session, and what the journals of sessions have. */
function start(options: MockOptions = {}) {
  const { chat, admin, get } = createClient({ requestsPerMinute: 1_000_000, ...options });
  return {
    ask: async (fields: object, session = "default") => (await chat(fields, { "x-mock-session": session })).text(),
    // biome-ignore lint/suspicious/noExplicitAny: the admin API's document says what comes back
    read: async (path: string, session = "default"): Promise<any> =>
      (await get(`/_mock/api/sessions/${session}/journal${path}`)).json(),
    script: (text: string) => admin("POST", "/replies", { reply: { text } }),
    lines: async () => (await get("/_mock/api/sessions/default/journal.jsonl")).text(),
  };
}

test("a page of long streams is as short as one of short streams, and a stream is cut where it is read", async () => {
  const { ask, read, script, lines } = start();
  await script("word ".repeat(8000));
  const wire = await ask({ stream: true });
  await ask({ stream: true });

  const page = await read("");
  const whole = await read("/x-2");

  expect(wire.length).toBeGreaterThan(1.2 * 1024 * 1024);
  expect(JSON.stringify(page).length).toBeLessThan(2000);
  expect(page.exchanges[1].response).toMatchObject({ isStream: true, bytes: wire.length, ending: "complete" });
  const pieces: { text: string; omittedBytes?: number }[] = whole.response.chunks;
  const kept = pieces.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  expect(kept).toBeLessThanOrEqual(1024 * 1024);
  expect(kept + (pieces.at(-1)?.omittedBytes ?? 0)).toBe(wire.length);
  expect(readExchanges(await lines())).toHaveLength(2);
});

test("the event loop turns while a page is made, at each exchange", async () => {
  const { get } = createClient();
  const asked = Array.from({ length: 200 }, () => get("/v1/models"));
  await Promise.all(asked);
  let isMade = false;

  const page = get("/_mock/api/sessions/default/journal?text=nowhere").then((response) => {
    isMade = true;
    return response.json();
  });
  for (let turn = 0; turn < asked.length; turn += 1) await setImmediate();

  expect(isMade).toBe(false);
  expect(await page).toEqual({ exchanges: [], hasMore: false });
});

test("pages follow each other to the oldest exchange", async () => {
  const { ask, read } = start();
  for (let number = 0; number < 5; number += 1) await ask({ temperature: number % 2 });

  const last = await read("?limit=2");
  const before = await read(`?limit=2&before=${last.exchanges[0].id}`);
  const first = await read(`?limit=2&before=${before.exchanges[0].id}`);
  const found = await read('?text="TEMPERATURE":1');

  const idsOf = (page: { exchanges: { id: string }[]; hasMore: boolean }) => [
    ...page.exchanges.map(({ id }) => id),
    page.hasMore,
  ];
  expect([last, before, first].map(idsOf)).toEqual([
    ["x-4", "x-5", true],
    ["x-2", "x-3", true],
    ["x-1", false],
  ]);
  expect(idsOf(found)).toEqual(["x-2", "x-4", false]);
});

test("all sessions together keep so many bytes: the oldest lose their bodies, then are forgotten", async () => {
  const { ask, read } = start({ journalBytes: 54_000 });
  const content = "x".repeat(9000);
  for (const session of ["a", "b", "c", "d", "e"]) {
    await ask({ messages: [{ role: "user", content }] }, session);
  }
  const oldest = await read("/x-1", "a");
  const latest = await read("/x-1", "e");

  for (let number = 0; number < 30; number += 1) await ask({}, "f");

  expect(oldest.request.body).toMatchObject({ text: "", omittedBytes: expect.any(Number) });
  expect(oldest.request.body.omittedBytes).toBeGreaterThan(9000);
  expect(latest.request.body.text).toContain(content);
  expect((await read("", "a")).exchanges).toEqual([]);
  expect((await read("", "f")).exchanges.at(-1)).toMatchObject({ id: "x-30", response: { status: 200 } });
});

test("a note on each of ten thousand members is not kept", async () => {
  const { ask, read } = start();
  await ask(Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`own_${number}`, 1])));

  const { exchanges } = await read("");

  expect(exchanges[0].notes.notices).toHaveLength(21);
  expect(exchanges[0].notes.notices.at(-1)).toBe("More was noticed than is kept.");
});

test("the admin client lists a journal of more than one page, oldest first", async () => {
  const { fetch, get } = createClient({ journalSize: 1500, requestsPerMinute: 1500 });
  const { journal } = createAdmin({ baseURL: "http://mock", fetch });
  for (let count = 0; count < 1500; count += 1) await get("/v1/models");

  const listed = await journal.list();

  expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: 1500 }, (_, index) => `x-${index + 1}`));
  expect((await journal.list({ limit: 1200 })).map(({ id }) => id)).toEqual(listed.slice(300).map(({ id }) => id));
});
