import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";
import { asked, fileOf, mockOf, recorded, streamed } from "./recordings.js";
import { bearer } from "./requests.js";

test("a stream comes in its recorded chunks at its recorded times, without the headers of its connection", async () => {
  const clock = createManualClock();
  const ask = mockOf(fileOf(streamed), { latency: "fast", clock });
  const waiting = ask();
  for (let turn = 0; turn < 5; turn += 1) await clock.advance(0);
  await clock.advance(30);
  const response = await waiting;
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream()).getReader();
  const came: unknown[] = [];
  const reading = (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) came.push(next.value);
  })();

  const seen: number[] = [];
  for (const ms of [60, 20, 180, 20]) {
    await clock.advance(ms);
    await clock.advance(0);
    await clock.advance(0);
    seen.push(came.length);
  }
  await clock.advance(200);
  await reading;

  expect(seen).toEqual([0, 1, 1, 2]);
  expect(came).toEqual(["data: one\n\nda", "ta: two\n\n"]);
  expect(response.headers.get("x-served-by")).toBe("edge");
  expect(response.headers.get("cache-control")).toContain("no-transform");
  expect(response.headers.get("content-length")).toBeNull();
});

test("with the latency instant a recording does not wait", async () => {
  const ask = mockOf(fileOf(streamed), { clock: createManualClock() });

  const response = await ask();

  expect(await response.text()).toBe("data: one\n\ndata: two\n\n");
});

test("a recorded answer that broke off breaks off", async () => {
  const ask = mockOf(fileOf(recorded({ ...streamed.response, ending: "reset" })));

  const response = await ask();

  await expect(response.text()).rejects.toThrow(TypeError);
});

test("R5.4: a replayed stream with a key that is revoked ends with an error event", async () => {
  const { first, rest } = await revokedAfter("data: one\n\n");

  const ending = await rest;

  expect(first).toBe("data: one\n\n");
  expect(ending).toMatch(/^event: error\ndata: \{"error":\{[^}]*"code":"invalid_api_key"\}\}\n\n$/);
});

test("R5.4: a replayed stream breaks off where its key is revoked in the middle of an event", async () => {
  const { rest } = await revokedAfter("data: one\n\nda");

  await expect(rest).rejects.toThrow(TypeError);
});

/** A replay whose key is revoked after its first chunk: that, and what comes after it. */
async function revokedAfter(text: string): Promise<{ first: string | undefined; rest: Promise<string> }> {
  const chunks = [
    { atMs: 0, text },
    { atMs: 600_000, text: "more" },
  ];
  const recordings = fileOf(recorded({ ...streamed.response, headersMs: 0, chunks }));
  const { chat, admin } = createClient({ recordings });
  const response = await chat(asked, { "x-mock-latency": "fast" });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  await admin("PATCH", "/keys/full", { isRevoked: true });
  return { first: first?.value, rest: readAll() };

  async function readAll(): Promise<string> {
    let rest = "";
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) rest += next.value;
    return rest;
  }
}

test("recordings of equal requests come in their order, then the last again, in each session anew", async () => {
  const answers = ["1", "2"].map((text) => recorded({ chunks: [{ atMs: 0, text }] }));
  const ask = mockOf(fileOf(...answers));

  const texts = [];
  for (const session of ["a", "a", "a", "b"])
    texts.push(await (await ask(asked, { "x-mock-session": session })).text());

  expect(texts).toEqual(["1", "2", "2", "1"]);
});

test("a key without permission is refused without the recorded wait", async () => {
  const ask = mockOf(fileOf(streamed), { latency: "fast", clock: createManualClock() });

  const response = await ask(asked, bearer("sk-mock-limited"));

  expect(response.status).toBe(403);
});
