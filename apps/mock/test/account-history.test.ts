import { validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { allEntries, createAccount } from "./account-requests.js";
import { createClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";

const startMs = Date.UTC(2026, 0, 1);
const dayMs = 24 * 60 * 60 * 1000;

function createSpender() {
  const clock = createManualClock(startMs);
  return { clock, account: createAccount(createClient({ clock })) };
}

test("R2.8, R4.4: an entry says what a request cost, and when in microseconds", async () => {
  const { account, clock } = createSpender();
  await account.chat();
  await clock.advance(1500);
  await account.post("/v1/videos", { model: "sora-2", prompt: "Rain." });

  const history = await account.history();

  expect(history).toEqual({
    has_more: false,
    length: 2,
    data: [
      {
        query_id: expect.stringMatching(/^q[0-9a-f]{17}$/),
        bot_name: "Sora-2",
        creation_time: (startMs + 1500) * 1000,
        usage_type: "API",
        cost_points: 2700,
        cost_usd: "0.09",
        api_key_name: "full",
      },
      {
        query_id: expect.not.stringMatching(history.data[0]?.query_id ?? ""),
        bot_name: "Narrator-1",
        creation_time: startMs * 1000,
        usage_type: "API",
        cost_points: 300,
        cost_usd: "0.01",
        api_key_name: "full",
      },
    ],
  });
});

test.each([
  { operationId: "getCurrentBalance", path: "/usage/current_balance" },
  { operationId: "getBalance", path: "/v1/balance" },
  { operationId: "listPointsHistory", path: "/usage/points_history" },
  { operationId: "listUsageHistory", path: "/v1/usage/history" },
])("$operationId answers as the contract says, with a history and without one", async ({ operationId, path }) => {
  const { account } = createSpender();
  const before = await (await account.get(path)).json();
  await account.chat();
  const after = await (await account.get(path)).json();

  expect(after).not.toEqual(before);
  expect(validateResponseBody(operationId, 200, "application/json", before)).toEqual([]);
  expect(validateResponseBody(operationId, 200, "application/json", after)).toEqual([]);
});

test("R4.5: both pairs of paths answer the same", async () => {
  const { account } = createSpender();
  await account.chat();
  await account.chat();

  expect(await account.balance("/v1/balance")).toBe(await account.balance("/usage/current_balance"));
  expect(await account.history("?limit=1", "/v1/usage/history")).toEqual(
    await account.history("?limit=1", "/usage/points_history"),
  );
});

test("a page has 20 entries where no limit is given, and pages of any size give the same history", async () => {
  const { account } = createSpender();
  for (let count = 0; count < 25; count++) await account.chat();

  const page = await account.history();
  const next = await account.history(`?starting_after=${page.data.at(-1)?.query_id}`);
  await account.chat();

  expect(page).toMatchObject({ length: 20, has_more: true });
  expect(await account.history(`?starting_after=${page.data.at(-1)?.query_id}`)).toEqual(next);
  const whole = await account.history("?limit=100");
  expect(whole).toMatchObject({ length: 26, has_more: false });
  expect((await account.history("?limit=26")).has_more).toBe(false);
  expect(await allEntries(account, 1)).toEqual(whole.data);
  expect(await allEntries(account, 7)).toEqual(whole.data);
});

test.each(["?limit=0", "?limit=101", "?limit=many", "?starting_after=nobody"])("%s is refused", async (query) => {
  const { account } = createSpender();
  await account.chat();

  const response = await account.get(`/usage/points_history${query}`);

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_parameter" } });
});

test("R4.4: after 30 days an entry is out of the history, and its points are still spent", async () => {
  const { account, clock } = createSpender();
  await account.chat();
  await clock.advance(30 * dayMs);
  const onTheLastDay = await account.history();
  await clock.advance(1);

  expect(onTheLastDay.length).toBe(1);
  expect(await account.history()).toMatchObject({ length: 0, data: [] });
  expect(await account.balance()).toBe(1_000_000 - 300);
});
