import { readExchanges } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createManualClock } from "./manual-clock.js";
import { bearer, exampleRequest, json } from "./requests.js";

const question = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] };
const stream = { ...question, stream: true };
const admin = { "x-mock-admin": "1" };

function createAdmin(options = {}) {
  const mock = createMock({ latency: "instant", ...options });
  const call = (method: string, path: string, body?: unknown) =>
    mock.fetch(`http://mock/_mock/api${path}`, {
      method,
      headers: admin,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  // biome-ignore lint/suspicious/noExplicitAny: the document says what comes back, and each test what it expects
  const of = async (method: string, path: string, body?: unknown): Promise<any> =>
    (await call(method, `/sessions/default${path}`, body)).json();
  const ask = (fields: object = question, key = "sk-mock-full", headers: Record<string, string> = {}) => {
    const { headers: type, ...init } = json(fields);
    return mock.fetch("http://mock/v1/chat/completions", {
      ...init,
      headers: { ...(type as Record<string, string>), ...bearer(key), ...headers },
    });
  };
  return { mock, call, of, ask };
}

const journalOf = async ({ of }: ReturnType<typeof createAdmin>) =>
  (await of("GET", "/journal")).exchanges as unknown as {
    id: string;
    notes: { attempt: number; firstAttempt?: string; verdicts: { code: string; says: string }[]; notices: string[] };
  }[];

test("R5.4: a key can be created, and stops when it is revoked", async () => {
  const { of, ask } = createAdmin();
  const { key } = await of("POST", "/keys", { name: "ci", points: 500 });

  const before = await ask(question, key);
  await of("PATCH", "/keys/ci", { isRevoked: true });
  const after = await ask(question, key);

  expect([before.status, after.status]).toEqual([200, 401]);
  expect((await of("GET", "/keys")).keys).toContainEqual(
    expect.objectContaining({ key, name: "ci", isRevoked: true, points: expect.any(Number) }),
  );
});

test("R5.4: a rotated key goes on under another value, with its points and history", async () => {
  const { of, ask, mock } = createAdmin();
  await ask();

  const { key, points } = await of("POST", "/keys/full/rotate");
  const history = await mock.fetch("http://mock/usage/points_history", { headers: bearer(key) });

  expect(points).toBeLessThan(1_000_000);
  expect(await history.json()).toMatchObject({ length: 1 });
  expect((await ask()).status).toBe(401);
});

test.each([
  ["/v1/chat/completions", stream, /event: error\ndata: \{"error":\{[^}]*"code":"invalid_api_key"\}\}\n\n$/],
  [
    "/v1/messages",
    { ...stream, model: "claude-sonnet-4-5", max_tokens: 100 },
    /event: error\ndata: \{"type":"error","error":\{"type":"authentication_error"[^}]*\}\}\n\n$/,
  ],
  [
    "/v1/responses",
    { model: "GPT-5.2", input: "Hello", stream: true },
    /event: error\ndata: \{"type":"error","sequence_number":\d+,"error":\{[^}]*"code":"invalid_api_key","param":null\}\}\n\n$/,
  ],
  [
    "/bot/GPT-5.2",
    JSON.parse(String(exampleRequest("queryBot").init.body)) as object,
    /event: error\ndata: \{"allow_retry":false,"text":"The API key is revoked."\}\n\n$/,
  ],
])("R5.4: an open stream of %s with a key that is revoked ends with an error event", async (path, body, ending) => {
  const { of, mock } = createAdmin({ latency: { firstMs: 0, gapMs: 3_600_000 } });
  const { headers, ...init } = json(body);
  const response = await mock.fetch(`http://mock${path}`, {
    ...init,
    headers: { ...(headers as Record<string, string>), ...bearer("sk-mock-full"), "anthropic-version": "2023-06-01" },
  });

  const text = response.text();
  await of("PATCH", "/keys/full", { isRevoked: true });

  expect(await text).toMatch(ending);
});

test("what a key has left can be set, and the history still sums up what was spent", async () => {
  const { of, ask } = createAdmin();
  await of("PATCH", "/keys/full", { points: 0 });

  expect((await ask()).status).toBe(402);
});

test("a clock that is moved on empties rate windows at once", async () => {
  const { of, ask } = createAdmin({ requestsPerMinute: 1 });
  await ask();
  const refused = await ask();

  await of("POST", "/clock/advance", { ms: 60_000 });

  expect([refused.status, (await ask()).status]).toEqual([429, 200]);
});

test("a clock that is moved on drains streams at once", async () => {
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

test("a fault rule holds until it is taken away", async () => {
  const { of, call, ask } = createAdmin();
  const { id } = await of("POST", "/faults", { fault: "status-503", model: "GPT-5.2" });

  const during = await ask();
  const removed = await call("DELETE", `/sessions/default/faults/${id}`);

  expect([during.status, removed.status, (await ask()).status]).toEqual([503, 204, 200]);
  expect((await call("DELETE", `/sessions/default/faults/${id}`)).status).toBe(404);
});

test("the journal groups attempts and judges how long the client waited", async () => {
  const clock = createManualClock();
  const owner = createAdmin({ clock });
  await owner.of("POST", "/faults", { fault: "status-429;after=7", times: 2 });
  await owner.ask();
  await clock.advance(400);
  await owner.ask();
  await clock.advance(7000);
  await owner.ask();

  const exchanges = await journalOf(owner);

  expect(exchanges.map(({ notes }) => [notes.attempt, notes.firstAttempt])).toEqual([
    [1, undefined],
    [2, "x-1"],
    [3, "x-1"],
  ]);
  expect(exchanges.flatMap(({ notes }) => notes.verdicts.map(({ says }) => says))).toEqual([
    "Retried after 0.4 s, told to wait 7 s.",
    "Waited 7.0 s, told to wait 7 s.",
  ]);
});

test.each([["/v1/chat/completions", (text: string) => [{ role: "assistant", content: text }]]])(
  "the journal tells of a stream that was cut and taken for whole",
  async (_path, said) => {
    const owner = createAdmin();
    const cut = await owner.ask({ ...stream, model: "GPT-5.2!clean-cut;at=4" });
    const text = [...(await cut.text()).matchAll(/"content":"([^"]+)"/g)].map(([, piece]) => piece).join("");

    await owner.ask({
      ...question,
      messages: [...question.messages, ...said(text), { role: "user", content: "Go on." }],
    });
    const [, second] = await journalOf(owner);

    expect(second?.notes.verdicts).toEqual([
      { code: "trusted-a-cut-stream", isGood: false, says: "Goes on from the stream of x-1 as if it had come whole." },
    ]);
  },
);

test("the journal tells of a refusal that is sent again unchanged", async () => {
  const owner = createAdmin();
  const wrong = { ...question, temperature: 3 };
  await owner.ask(wrong);
  await owner.ask(wrong);

  const [, second] = await journalOf(owner);

  expect(second?.notes.verdicts.map(({ code }) => code)).toEqual(["retried-a-refusal"]);
});

test("a conversation that goes on from whole streams gets no verdict", async () => {
  const owner = createAdmin();
  const whole = await (await owner.ask(stream)).text();
  const text = [...whole.matchAll(/"content":"([^"]+)"/g)].map(([, piece]) => piece).join("");

  await owner.ask({
    ...question,
    messages: [
      { role: "assistant", content: text },
      { role: "user", content: "And?" },
    ],
  });

  expect((await journalOf(owner)).flatMap(({ notes }) => notes.verdicts)).toEqual([]);
});

test("the journal is filtered, exported as lines of the exchange format, and emptied", async () => {
  const owner = createAdmin();
  await owner.ask();
  await owner.ask({});

  const refused = await owner.of("GET", "/journal?status=4xx&operationId=createChatCompletion&key=full&limit=5");
  const lines = await (await owner.call("GET", "/sessions/default/journal.jsonl")).text();
  await owner.call("DELETE", "/sessions/default/journal");

  expect(refused.exchanges).toHaveLength(1);
  expect(readExchanges(lines).map(({ response }) => response?.status)).toEqual([200, 400]);
  expect(lines).not.toContain("sk-mock-full");
  expect(await journalOf(owner)).toEqual([]);
});

test("the journal can be watched as it grows, and the watching stops when the reader leaves", async () => {
  const { call, ask } = createAdmin();
  const response = await call("GET", "/sessions/default/journal/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

  await reader?.read();
  await ask();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();

  expect(JSON.parse(value?.replace("data: ", "") ?? "")).toMatchObject({
    id: "x-1",
    operationId: "createChatCompletion",
    response: { status: 200, ending: "complete" },
    notes: { key: "full", attempt: 1 },
  });
});

test("a session can be begun anew, listed and forgotten", async () => {
  const { of, call, ask } = createAdmin();
  await ask();
  expect(await of("GET", "")).toMatchObject({ name: "default", exchanges: 1 });

  expect(await of("PUT", "")).toMatchObject({ exchanges: 0 });
  expect(await (await call("GET", "/sessions")).json()).toMatchObject({ sessions: [{ name: "default" }] });

  expect((await call("DELETE", "/sessions/default")).status).toBe(204);
});

test("a scripted reply is given in the place of a made-up one until it is taken away", async () => {
  const { of, call, ask } = createAdmin();
  const { id } = await of("POST", "/replies", { text: "hello", reply: { text: "Good evening." } });

  const scripted = (await (await ask()).json()) as { choices: { message: { content: string } }[] };
  await call("DELETE", `/sessions/default/replies/${id}`);
  const made = await (await ask()).text();

  expect(scripted.choices[0]?.message.content).toBe("Good evening.");
  expect(made).not.toContain("Good evening.");
  expect(await of("GET", "/replies")).toEqual({ replies: [] });
});

test("the bots that the model list hides are shown", async () => {
  const { of } = createAdmin();

  const { bots } = await of("GET", "/bots");

  expect(bots).toContainEqual(expect.objectContaining({ name: "App-Creator", access: "app-creation" }));
});

test.each([
  ["an unknown path", "GET", "/nothing", undefined, 404, "openapi.json lists what there is"],
  ["another method", "DELETE", "/sessions/default/keys", undefined, 405, "GET and POST only"],
  ["no JSON", "POST", "/sessions/default/keys", undefined, 400, "not valid JSON"],
  ["an unknown member", "POST", "/sessions/default/keys", { poinst: 5 }, 400, "poinst"],
  ["a value of the wrong type", "POST", "/sessions/default/clock/advance", { ms: "1" }, 400, "'ms' must be number"],
  ["a fault that is none", "POST", "/sessions/default/faults", { fault: "x" }, 400, "is no fault of the mock"],
  ["a reply with a member that is none", "POST", "/sessions/default/replies", { txt: "x" }, 400, "no member 'txt'"],
  ["a world that is none", "PUT", "/sessions/default", { world: "nowhere" }, 400, "nowhere"],
  ["a key that is there", "POST", "/sessions/default/keys", { key: "sk-mock-full" }, 409, "is there already"],
  ["an unknown key", "PATCH", "/sessions/default/keys/none", { isRevoked: true }, 404, "no such key"],
  ["a wrong session", "GET", "/sessions/a%20b", undefined, 400, "'session' must match"],
])("%s is refused with what to do", async (_name, method, path, body, status, says) => {
  const { call } = createAdmin();

  const response = await call(method, path, body);

  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { message: string } }).error.message).toContain(says);
});
