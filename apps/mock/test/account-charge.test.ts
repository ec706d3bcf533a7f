import { expect, test } from "vitest";
import { createMock, type MockOptions } from "../src/index.js";
import { allEntries, createAccount } from "./account-requests.js";
import { createClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";

/** A mock, the calls of its full key and of others, and its admin API. */
function createPayer(options: MockOptions = {}) {
  const client = createClient({ clock: createManualClock(), requestsPerMinute: 1000, ...options });
  const accountOf = (key: string) => createAccount(client, key);
  return { admin: client.admin, account: accountOf("sk-mock-full"), accountOf };
}

/** A reply that states its tokens. */
const using = (inputTokens: number, outputTokens: number) => ({
  state: { replies: [{ reply: { text: "Hi", usage: { inputTokens, outputTokens } } }] },
});

test.for<[model: string, inputTokens: number, outputTokens: number, points: number]>([
  ["Claude-Sonnet-4.5", 1000, 500, 273],
  ["GPT-5.2", 10, 20, 8],
  ["GPT-5.2", 0, 0, 1],
  ["Gemini-2.5-Flash", 1, 1, 1],
  ["Sora-2", 0, 0, 2700],
  ["Trip-Planner", 0, 0, 12],
  // Its price is not listed.
  ["Veo-3.1", 1000, 1000, 1],
])("R1.7, R4.3, R8.3: %s with %i tokens in and %i out costs %i points, plain and streamed", async (row) => {
  const [model, inputTokens, outputTokens, points] = row;
  const { account } = createPayer(using(inputTokens, outputTokens));

  for (const stream of [false, true]) await account.chat({ model, stream });

  expect(await account.balance()).toBe(1_000_000 - 2 * points);
  expect((await account.history()).data).toMatchObject(Array(2).fill({ bot_name: model, cost_points: points }));
});

test("a model is charged by its provider's name as by its own", async () => {
  const { account } = createPayer(using(1000, 500));
  const body = { model: "claude-sonnet-4-5-20250929", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] };

  await account.post("/v1/messages", body);

  expect((await account.history()).data).toMatchObject([{ bot_name: "Claude-Sonnet-4.5", cost_points: 273 }]);
});

test("sk-mock-low may ask a model whose prices are zero", async () => {
  const pricing = { points: { prompt: "0", completion: "0.0" } };
  const { chat } = createPayer({ state: { bots: [{ name: "free", pricing }] } }).accountOf("sk-mock-low");

  expect((await chat({ model: "free" })).status).toBe(200);
  expect((await chat()).status).toBe(402);
  expect((await chat({ model: "Veo-3.1" })).status).toBe(402);
});

test("a remix, whose model is not known yet, needs at least a point", async () => {
  const { accountOf } = createPayer();
  const remix = (key: string) => accountOf(key).post("/v1/videos/video_68f1a3c29b7e4d05/remix", { prompt: "Snow." });

  expect([(await remix("sk-mock-low")).status, (await remix("sk-mock-full")).status]).toEqual([402, 200]);
});

test("a request that costs more than is left is refused before it runs, and a cheaper one takes what is left", async () => {
  const { account, admin } = createPayer(using(1000, 500));
  await admin("PATCH", "/keys/full", { points: 10 });

  const dear = await account.chat({ model: "Sora-2" });
  const cheap = await account.chat({ model: "Claude-Sonnet-4.5" });
  const last = await account.chat({ model: "Claude-Sonnet-4.5" });

  expect(await dear.json()).toMatchObject({ error: { type: "insufficient_quota", code: "insufficient_points" } });
  expect([dear.status, cheap.status, last.status]).toEqual([402, 200, 402]);
  expect(await account.balance()).toBe(0);
  expect((await account.history()).data).toMatchObject([{ cost_points: 10 }]);
});

test("a stream is charged whole when it starts, and stays charged when its reader goes", async () => {
  const { account } = createPayer();

  const response = await account.chat({ stream: true });
  const atStart = await account.balance();
  await response.body?.cancel();

  expect(atStart).toBe(1_000_000 - 300);
  expect(await account.balance()).toBe(atStart);
});

test.for<[string, fields: object, headers?: Record<string, string>]>([
  ["a wrong shape", { temperature: 3 }],
  ["an unknown model", { model: "no-such" }],
  ["an error by Prefer", {}, { prefer: "code=500" }],
  ["a wrong Prefer", {}, { prefer: "code=418" }],
  ["a fault", {}, { "x-mock-fault": "status-500" }],
])("%s costs nothing", async ([, fields, headers]) => {
  const { account } = createPayer();

  expect((await account.chat(fields, headers)).ok).toBe(false);

  expect(await account.balance()).toBe(1_000_000);
  expect(await account.history()).toEqual({ has_more: false, length: 0, data: [] });
});

test("R1.1: keys of one account spend the same points and share a history, which names the key", async () => {
  const { account, accountOf } = createPayer();
  const tiny = accountOf("sk-mock-tiny");
  for (const each of [account, tiny, account]) await each.chat();

  const history = await account.history();

  expect([await account.balance(), await tiny.balance()]).toEqual([999_100, 999_100]);
  expect(history.data.map(({ api_key_name }) => api_key_name)).toEqual(["full", "tiny", "full"]);
  expect(await tiny.history()).toEqual(history);
  expect(await allEntries(account, 1)).toEqual(history.data);
  expect((await accountOf("sk-mock-limited").get("/usage/current_balance")).status).toBe(403);
});

test("R7.9, R8.1, R8.4: keys of one account have a rate window each, and a refused request costs nothing", async () => {
  const { account, accountOf } = createPayer();
  const tiny = accountOf("sk-mock-tiny");
  for (let count = 0; count < 3; count++) await tiny.chat();

  const refused = await tiny.chat();

  expect(refused.status).toBe(429);
  expect(await account.balance()).toBe(1_000_000 - 900);
  expect((await account.chat()).status).toBe(200);
});

test("points given to a key are its account's, and a new key of the account has them", async () => {
  const { account, admin, accountOf } = createPayer();

  const changed = await admin("PATCH", "/keys/tiny", { points: 5 });
  const added = await admin("POST", "/keys", { account: "main" });
  const paid = await admin("POST", "/keys", { account: "main", points: 700 });

  expect(changed).toMatchObject({ name: "tiny", account: "main", points: 5 });
  expect([added, paid]).toMatchObject([
    { account: "main", points: 5 },
    { account: "main", points: 700 },
  ]);
  expect([await account.balance(), await accountOf(added.key).balance()]).toEqual([700, 700]);
});

test("a key without an account is one of its own, which the key in its place keeps", async () => {
  const { account, admin, accountOf } = createPayer();
  const shown = await admin("POST", "/keys", { points: 40 });
  await account.chat();
  expect(await accountOf(shown.key).history()).toMatchObject({ data: [] });

  const next = await admin("POST", `/keys/${shown.key}/rotate`);

  expect([shown, next]).toMatchObject(Array(2).fill({ account: shown.key, points: 40 }));
});

test("the option points is the balance of every key that states none", async () => {
  const { accountOf, admin } = createPayer({
    points: 25,
    state: { keys: { "sk-team": { name: "team" }, "sk-poor": { name: "p", points: 7 } } },
  });

  const balances = ["sk-mock-full", "sk-team", "sk-poor", "sk-mock-low"].map((key) => accountOf(key).balance());

  expect(await Promise.all(balances)).toEqual([25, 25, 7, 0]);
  expect([(await admin("POST", "/keys", {})).points, (await admin("POST", "/keys", { points: 3 })).points]).toEqual([
    25, 3,
  ]);
});

test("unlimited points are more than any load test spends, and the history still sums up", async () => {
  const { account } = createPayer({ points: "unlimited" });

  await account.chat();

  expect(await account.balance()).toBe(1_000_000_000_000_000 - 300);
});

test.for([-1, 1.5, Number.NaN, "many", 1e16])("points of %s are refused in one sentence", (points) => {
  expect(() => createMock({ points } as MockOptions)).toThrow(
    `points is ${points}; it must be a whole number from 0 to 1000000000000000, or 'unlimited'.`,
  );
});
