import { readExchanges } from "@model-access/contract";
import { expect, test } from "vitest";
import type { MockOptions } from "../src/index.js";
import { createClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";
import { exampleRequest } from "./requests.js";

const key = "sk-mock-full";

/** A client whose time stands still, and the exchanges of its journal. */
function createJournaled(options: MockOptions = {}) {
  const clock = createManualClock();
  const client = createClient({ clock, latency: { firstMs: 0, gapMs: 0 }, ...options });
  const read = (id: string) => client.admin("GET", `/journal/${id}`);
  const lines = async () => (await client.get("/_mock/api/sessions/default/journal.jsonl")).text();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { ...client, clock, read, lines, turn };
}

test.for<[ending: string, stream: boolean, fault?: string]>([
  ["complete", false],
  ["complete", true],
  ["reset", true, "reset;at=1"],
  ["cut", true, "half-frame;at=1"],
])("an answer that comes to its end is %s, streamed: %s, with the fault %s", async ([ending, stream, fault]) => {
  const { chat, read } = createJournaled();

  const response = await chat({ stream }, fault === undefined ? {} : { "x-mock-fault": fault });
  await response.text().catch(() => undefined);

  expect((await read("x-1")).response).toMatchObject({ status: 200, ending });
});

test.for(["cancels the stream", "aborts the request and reads no more"])(
  "a reader that %s has left it",
  async (how) => {
    const { fetch, read, turn } = createJournaled();
    const leave = new AbortController();
    const { url, init } = exampleRequest("createChatCompletion", { stream: true });
    const response = await fetch(url, { ...init, signal: leave.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    await turn(); // until nothing more is asked of the stream

    if (how.startsWith("cancels")) await reader?.cancel();
    else leave.abort();
    await turn();

    expect((await read("x-1")).response.ending).toBe("left");
  },
);

test("a stream is kept piece by piece, with the time of each", async () => {
  const { chat, read, clock, turn } = createJournaled({
    state: { replies: [{ latency: "first=10,gap=5", reply: { pieces: ["One ", "two"] } }] },
  });
  const reading = (await chat({ stream: true })).text();
  const during = await read("x-1");

  for (let ms = 0; ms < 60; ms += 5) {
    await clock.advance(5);
    await turn();
  }
  await reading;

  const { chunks, ending } = (await read("x-1")).response as {
    chunks: { atMs: number; text: string }[];
    ending: string;
  };
  expect(during.response.ending).toBe("open");
  expect(ending).toBe("complete");
  expect(chunks.map(({ atMs }) => atMs)).toEqual([10, 15, 20, 25, 30]);
  expect(chunks[1]?.text).toContain('"content":"One "');
});

test("a record is one of the exchange format, and has no key in it, wherever it stood", async () => {
  const { chat, lines } = createJournaled({ state: { replies: [{ reply: { text: `It is ${key}.` } }] } });

  await chat({ user: key }, { "x-hint": `as ${key}` });

  const [record] = readExchanges(await lines());
  expect(record?.request.headers).toEqual(
    expect.arrayContaining([
      ["authorization", "[key]"],
      ["x-hint", "as [key]"],
    ]),
  );
  expect(await lines()).not.toContain(key);
});

test("the oldest exchanges make room, and of a long body only the beginning is kept", async () => {
  const { chat, admin, read } = createJournaled({ journalSize: 2 });
  for (let number = 0; number < 5; number += 1) await chat({ user: "a".repeat(70_000) });

  const { exchanges } = await admin("GET", "/journal");
  const { body } = (await read("x-5")).request;

  expect(exchanges.map(({ id }: { id: string }) => id)).toEqual(["x-4", "x-5"]);
  expect(body.text.length).toBe(65_536);
  expect(body.omittedBytes).toBeGreaterThan(4000);
});
