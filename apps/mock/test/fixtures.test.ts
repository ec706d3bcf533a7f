import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExchangeRecord, exchangeFormat, type RecordedResponse, writeExchange } from "@model-access/contract";
import { afterAll, expect, test } from "vitest";
import { createMock, type MockOptions } from "../src/index.js";
import { createManualClock } from "./manual-clock.js";
import { bearer, json } from "./requests.js";

const folder = mkdtempSync(join(tmpdir(), "mock-fixtures-"));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;

/** A file of exchanges; the name of each is its line. */
function fileOf(...records: (ExchangeRecord | string)[]): string {
  count += 1;
  const file = join(folder, `${count}.jsonl`);
  writeFileSync(
    file,
    records.map((record) => (typeof record === "string" ? `${record}\n` : writeExchange(record))).join(""),
  );
  return file;
}

const asked = { model: "Claude-Haiku-4.5", messages: [{ role: "user", content: "Hello" }], temperature: 0.5 };

/** A recorded chat completion. */
function recorded(response: Partial<RecordedResponse>, body: object = asked): ExchangeRecord {
  return {
    format: exchangeFormat,
    id: "1",
    at: "2026-01-01T00:00:00.000Z",
    request: {
      method: "POST",
      target: "/v1/chat/completions",
      headers: [["Content-Type", "application/json; charset=utf-8"]],
      body: { text: JSON.stringify(body) },
    },
    response: {
      status: 200,
      headers: [["content-type", "application/json"]],
      headersMs: 30,
      chunks: [{ atMs: 40, text: '{"recorded":true}' }],
      endMs: 50,
      ending: "complete",
      ...response,
    },
  };
}

const streamed = recorded({
  headers: [
    ["content-type", "text/event-stream"],
    ["x-served-by", "edge"],
    ["content-length", "7"],
  ],
  chunks: [
    { atMs: 100, text: "data: one\n\nda" },
    { atMs: 300, text: "ta: two\n\n" },
  ],
  endMs: 400,
});

function mockOf(file: string, options: MockOptions = {}) {
  const { fetch } = createMock({ fixtures: file, latency: "instant", ...options });
  return (body: object = asked, headers: Record<string, string> = {}, path = "/v1/chat/completions") => {
    const { headers: type, ...init } = json(body);
    return fetch(`http://mock${path}`, {
      ...init,
      headers: { ...(type as Record<string, string>), ...bearer("sk-mock-full"), ...headers },
    });
  };
}

test("a request that equals a recorded one by value gets the recorded answer, with the rate window of the mock", async () => {
  const ask = mockOf(fileOf(recorded({})));
  const { temperature, model, messages } = asked;

  const response = await ask({ temperature, messages, model });

  expect(await response.text()).toBe('{"recorded":true}');
  expect(response.headers.get("x-ratelimit-remaining-requests")).toBe("499");
});

test.each([
  { what: "another value", body: { ...asked, temperature: 1 }, path: "/v1/chat/completions" },
  { what: "a further member", body: { ...asked, user: "kari" }, path: "/v1/chat/completions" },
  { what: "a query", body: asked, path: "/v1/chat/completions?a=1" },
])("a request with $what is not answered by the recording", async ({ body, path }) => {
  const ask = mockOf(fileOf(recorded({})));

  const response = await ask(body, {}, path);

  expect(await response.text()).toContain('"object":"chat.completion"');
});

test("a request whose key asks for a fault gets the fault", async () => {
  const ask = mockOf(fileOf(recorded({})));

  const response = await ask(asked, bearer("sk-mock-full!status-503"));

  expect(response.status).toBe(503);
});

test("the journal says which fixture answered", async () => {
  const file = fileOf(recorded({}, { ...asked, user: "ola" }), recorded({}));
  const { fetch } = createMock({ fixtures: file });
  const { headers: type, ...init } = json(asked);

  await fetch("http://mock/v1/chat/completions", {
    ...init,
    headers: { ...(type as Record<string, string>), ...bearer("sk-mock-full") },
  });
  const journal = await (await fetch("http://mock/_mock/api/sessions/default/journal")).text();

  expect(JSON.parse(journal).exchanges[0].notes.notices).toEqual([`Answered by the fixture ${file}:2.`]);
});

test("members to ignore may differ", async () => {
  const ask = mockOf(fileOf(recorded({}, { ...asked, user: "ola" })), { fixturesIgnore: ["user", "seed"] });

  const response = await ask({ ...asked, user: "kari" });

  expect(await response.text()).toBe('{"recorded":true}');
});

test("keys and rate limit still apply", async () => {
  const ask = mockOf(fileOf(recorded({})));

  const statuses = [(await ask(asked, bearer("sk-none"))).status, (await ask(asked, bearer("sk-mock-limited"))).status];
  for (const _ of [1, 2, 3, 4]) statuses.push((await ask(asked, bearer("sk-mock-tiny"))).status);

  expect(statuses).toEqual([401, 403, 200, 200, 200, 429]);
});

test.each([
  { header: "x-mock-fault", value: "status-503" },
  { header: "prefer", value: "code=503" },
])("a request that asks by $header for something else gets that", async ({ header, value }) => {
  const ask = mockOf(fileOf(recorded({})));

  const response = await ask(asked, { [header]: value });

  expect(response.status).toBe(503);
});

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
  const { fetch } = createMock({
    fixtures: fileOf(
      recorded({
        ...streamed.response,
        headersMs: 0,
        chunks: [
          { atMs: 0, text },
          { atMs: 600_000, text: "more" },
        ],
      }),
    ),
  });
  const { headers: type, ...init } = json(asked);
  const headers = { ...(type as Record<string, string>), ...bearer("sk-mock-full"), "x-mock-latency": "fast" };
  const response = await fetch("http://mock/v1/chat/completions", { ...init, headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  const admin = { method: "PATCH", headers: { "x-mock-admin": "1" }, body: JSON.stringify({ isRevoked: true }) };
  await fetch("http://mock/_mock/api/sessions/default/keys/sk-mock-full", admin);
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

test("a form is compared by its fields, whatever its boundary", async () => {
  const form = (boundary: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="prompt"\r\n\r\nA cat\r\n--${boundary}--\r\n`;
  const typed = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
  const record = recorded({});
  const { fetch } = createMock({
    fixtures: fileOf({
      ...record,
      request: {
        ...record.request,
        target: "/v1/videos",
        headers: [["content-type", typed("one")]],
        body: { text: form("one") },
      },
    }),
  });

  const response = await fetch("http://mock/v1/videos", {
    method: "POST",
    headers: { ...bearer("sk-mock-full"), "content-type": typed("other") },
    body: form("other"),
  });

  expect(await response.text()).toBe('{"recorded":true}');
});

test("a body that is nested too deeply to be compared is no fault of the mock", async () => {
  const { fetch } = createMock({ fixtures: fileOf(recorded({})) });
  const body = `{"messages":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;

  const response = await fetch("http://mock/v1/chat/completions", {
    ...json({}),
    body,
    headers: { ...bearer("sk-mock-full"), "content-type": "application/json" },
  });

  expect(response.status).toBe(400);
});

test("all files of a folder are read", async () => {
  const inFolder = mkdtempSync(join(folder, "all-"));
  for (const name of ["a", "b"]) {
    const body = { ...asked, user: name };
    writeFileSync(
      join(inFolder, `${name}.jsonl`),
      writeExchange(recorded({ chunks: [{ atMs: 0, text: name }] }, body)),
    );
  }
  const ask = mockOf(inFolder);

  expect(await (await ask({ ...asked, user: "a" })).text()).toBe("a");
  expect(await (await ask({ ...asked, user: "b" })).text()).toBe("b");
});

test.each([
  {
    what: "a line that is no JSON",
    file: () => fileOf(recorded({}), "{"),
    says: /jsonl:2: This line is no exchange record: it is not JSON\.$/,
  },
  {
    what: "a record without a request",
    file: () => fileOf('{"format":"model-access-exchange/1","id":"1","at":"2026-01-01T00:00:00Z"}'),
    says: /jsonl:1: .*request/,
  },
  { what: "no file", file: () => join(folder, "none.jsonl"), says: /^There are no fixtures at / },
  {
    what: "an empty folder",
    file: () => mkdtempSync(join(folder, "empty-")),
    says: /has no fixtures; their names end in \.jsonl\.$/,
  },
])("$what is refused in one sentence with its place", ({ file, says }) => {
  const fixtures = file();

  expect(() => createMock({ fixtures })).toThrow(says);
});

test("an answer that breaks the contract is replayed and logged, one that is not whole is only logged", async () => {
  const lines: string[] = [];
  const torn = recorded({ chunks: [{ atMs: 0, text: "{", omittedBytes: 7 }] }, { ...asked, user: "torn" });
  const file = fileOf(recorded({}), streamed, torn);

  createMock({ fixtures: file, log: (line) => lines.push(line) });

  expect(lines).toEqual([
    expect.stringMatching(
      /:1: the answer breaks the contract; it is replayed all the same\. The required field '\w+' is missing\.$/,
    ),
    expect.stringMatching(/:2: the answer breaks the contract; .*The event's data is not JSON\.$/),
    expect.stringMatching(/:3: this exchange was not recorded whole; it is not replayed\.$/),
  ]);
});
