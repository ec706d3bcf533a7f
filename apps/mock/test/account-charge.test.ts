import { type ChatCompletion, operationOf } from "@model-access/contract";
import { expect, test } from "vitest";
import { chargeAnswer, checkPoints } from "../src/account/charge.js";
import { createMock, type Mock } from "../src/index.js";
import type { ApiRequest } from "../src/request/api-request.js";
import { defaultWorld } from "../src/world/world.js";
import { allEntries, createAccount } from "./account-requests.js";
import { createManualClock } from "./manual-clock.js";
import { createSessionOf } from "./session-of.js";

const key = "sk-mock-full";
const model = "claude-sonnet-4-5-20250929";
const usage = { model, inputTokens: 1000, outputTokens: 500 };
const reply = { status: 200, headers: {}, body: "{}" };

async function createLedgerOf(operationId: string, fields: object) {
  const world = defaultWorld();
  const session = await createSessionOf(world, createManualClock(7));
  const asked = { operation: operationOf(operationId), path: {}, fields: { ...fields } };
  const request: ApiRequest = { ...asked, query: {}, files: {}, faultByName: "", model: world.catalogue.check(asked) };
  return { state: session.state, request, context: { session, key, keyName: "full" } };
}

function createFunded(requestsPerMinute = 1000) {
  const clock = createManualClock();
  const mock = createMock({ latency: "instant", clock, requestsPerMinute });
  return { clock, mock, account: createAccount(mock) };
}

test("R8.3: an answer is charged by what it used", async () => {
  const { state, request, context } = await createLedgerOf("createMessage", { model });

  await chargeAnswer({ ...reply, usage }, request, context);

  expect(await state.balanceOf(key)).toBe(1_000_000 - 273);
  expect(await state.listEntries(key, { limit: 1, startingAfter: undefined, nowMs: 7 })).toEqual({
    entries: [
      {
        id: expect.stringMatching(/^q[0-9a-f]{17}$/),
        keyName: "full",
        botName: "Claude-Sonnet-4.5",
        timeMs: 7,
        points: 273,
      },
    ],
    hasMore: false,
  });
});

test.each([
  { title: "an error that says what it used", answer: { ...reply, status: 500, usage }, fields: { model } },
  { title: "an answer of which nobody counted the tokens", answer: reply, fields: { model } },
])("$title costs nothing and makes no entry", async ({ answer, fields }) => {
  const { state, request, context } = await createLedgerOf("createMessage", fields);

  await chargeAnswer(answer, request, context);

  expect(await state.balanceOf(key)).toBe(1_000_000);
  expect((await state.listEntries(key, { limit: 1, startingAfter: undefined, nowMs: 7 }))?.entries).toEqual([]);
});

test("a remix, whose model is not known yet, needs at least a point", async () => {
  const { request, context } = await createLedgerOf("remixVideo", { prompt: "Snow." });

  const check = (key: string) => () => checkPoints(request, { ...context, key });

  expect(check("sk-mock-low")).toThrow(expect.objectContaining({ code: "insufficient_points" }));
  expect(check(context.key)).not.toThrow();
});

test("a request that costs more than is left is refused before it runs, and a cheaper one is not", async () => {
  const { account } = createFunded();
  for (let count = 0; count < 370; count++) expect((await account.chat({ model: "Sora-2" })).status).toBe(200);

  const dear = await account.chat({ model: "Sora-2" });
  const cheap = [await account.chat(), await account.chat(), await account.chat()];
  const last = await account.chat();

  expect(dear.status).toBe(402);
  expect(await dear.json()).toMatchObject({ error: { type: "insufficient_quota", code: "insufficient_points" } });
  expect(cheap.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(last.status).toBe(402);
  expect(await account.balance()).toBe(100);
});

test("R8.3: a model whose price is not listed costs points all the same", async () => {
  const { account, mock } = createFunded();

  expect((await account.chat({ model: "Veo-3.1" })).status).toBe(200);
  expect(await account.balance()).toBe(999_999);
  expect((await createAccount(mock, "sk-mock-low").chat({ model: "Veo-3.1" })).status).toBe(402);
});

test("sk-mock-low may ask a model whose prices are zero", async () => {
  const free = { name: "free", pricing: { points: { prompt: "0", completion: "0" } } };
  const mock = createMock({ latency: "instant", state: { bots: [free] } });
  const { chat } = createAccount(mock, "sk-mock-low");

  expect((await chat({ model: "free" })).status).toBe(200);
  expect((await chat()).status).toBe(402);
});

test("a stream is charged whole when it starts, and stays charged when its reader goes", async () => {
  const { account } = createFunded();

  const response = await account.chat({ stream: true });
  const atStart = await account.balance();
  await response.body?.cancel();

  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(atStart).toBe(1_000_000 - 300);
  expect(await account.balance()).toBe(atStart);
});

test("R1.7, R4.3, R8.3: a chat reply costs what its usage comes to by the model's prices, streamed or not", async () => {
  const { account } = createFunded();

  const { usage } = (await (await account.chat({ model: "GPT-5.2" })).json()) as ChatCompletion; // validated elsewhere
  await account.chat({ model: "GPT-5.2", stream: true });

  const points = Math.round(0.048 * (usage?.prompt_tokens ?? 0) + 0.39 * (usage?.completion_tokens ?? 0));
  const { data } = await account.history();
  expect(points).toBeGreaterThan(1);
  expect(data.map(({ cost_points }) => cost_points)).toEqual([points, points]);
});

test("R7.9, R8.4: a rate-limited request costs nothing", async () => {
  const { account, clock } = createFunded(2);

  const responses = [await account.chat(), await account.chat(), await account.chat(), await account.chat()];
  await clock.advance(60_000);

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
  expect(await account.balance()).toBe(1_000_000 - 600);
});

test.each([
  { title: "a wrong shape", fields: { temperature: 3 } },
  { title: "an unknown model", fields: { model: "no-such" } },
  { title: "an error asked for by Prefer", fields: {}, headers: { prefer: "code=500" } },
  { title: "a wrong Prefer", fields: {}, headers: { prefer: "code=418" } },
])("$title costs nothing", async ({ fields, headers }) => {
  const { account } = createFunded();

  expect((await account.chat(fields, headers)).ok).toBe(false);

  expect(await account.balance()).toBe(1_000_000);
  expect(await account.history()).toEqual({ has_more: false, length: 0, data: [] });
});

test("the points of an account are not those of another", async () => {
  const { account, mock } = createFunded();

  await account.chat();

  expect(await createAccount(mock, "sk-mock-low").balance()).toBe(0);
  const { apiKey } = await addKey(mock, { name: "own" });
  expect(await createAccount(mock, apiKey).balance()).toBe(1_000_000);
  expect((await createAccount(mock, apiKey).history()).data).toEqual([]);
});

test("R1.1: keys of one account spend the same points, and the history tells which key was used", async () => {
  const { account, mock } = createFunded();
  const [tiny, limited] = ["sk-mock-tiny", "sk-mock-limited"].map((other) => createAccount(mock, other));

  await account.chat();
  await tiny?.chat();
  const history = await account.history();

  expect(await account.balance()).toBe(999_400);
  expect(await tiny?.balance()).toBe(999_400);
  expect(history.data.map(({ api_key_name: name, cost_points: points }) => [name, points])).toEqual([
    ["tiny", 300],
    ["full", 300],
  ]);
  expect(await tiny?.history()).toEqual(history);
  expect((await limited?.call("/usage/current_balance"))?.status).toBe(403);
});

test("R8.1, R8.4: keys of one account have a rate window each, and a refused request costs the account nothing", async () => {
  const { account, mock } = createFunded();
  const tiny = createAccount(mock, "sk-mock-tiny");
  for (let count = 0; count < 3; count++) await tiny.chat();
  const before = await account.balance();

  const refused = await tiny.chat();

  expect(refused.status).toBe(429);
  expect(await account.balance()).toBe(before);
  expect((await account.chat()).status).toBe(200);
});

test("a page of a shared history goes on after an entry of another key", async () => {
  const { account, mock } = createFunded();
  const other = createAccount(mock, "sk-mock-tiny");
  for (const each of [account, other, account, other]) await each.chat();

  expect(await allEntries(account, 1)).toEqual((await other.history()).data);
});

test("giving points to a key gives them to its account, and a new key of the account has them", async () => {
  const { account, mock } = createFunded();
  const change = { method: "PATCH", headers: adminHeaders, body: JSON.stringify({ points: 5 }) };

  const changed = await (await mock.fetch("http://mock/_mock/api/sessions/default/keys/tiny", change)).json();
  const added = await addKey(mock, { account: "main" });
  const paid = await addKey(mock, { account: "main", points: 700 });

  expect(changed).toMatchObject({ name: "tiny", account: "main", points: 5 });
  expect(added.shown).toMatchObject({ account: "main", points: 5 });
  expect(paid.shown).toMatchObject({ account: "main", points: 700 });
  expect(await account.balance()).toBe(700);
  expect(await createAccount(mock, added.apiKey).balance()).toBe(700);
});

test("a key without an account is one of its own, which goes on under the key that takes its place", async () => {
  const { mock } = createFunded();
  const { shown, apiKey } = await addKey(mock, { points: 40 });
  const rotate = { method: "POST", headers: adminHeaders };

  const next = await (await mock.fetch(`http://mock/_mock/api/sessions/default/keys/${apiKey}/rotate`, rotate)).json();

  expect(shown).toMatchObject({ account: apiKey, points: 40 });
  expect(next).toMatchObject({ account: apiKey, points: 40 });
});

const adminHeaders = { "x-mock-admin": "1", "content-type": "application/json" };

async function addKey(mock: Mock, body: object): Promise<{ apiKey: string; shown: unknown }> {
  const init = { method: "POST", headers: adminHeaders, body: JSON.stringify(body) };
  const answer = await mock.fetch("http://mock/_mock/api/sessions/default/keys", init);
  const shown = (await answer.json()) as { key: string }; // the document says so
  return { apiKey: shown.key, shown };
}
