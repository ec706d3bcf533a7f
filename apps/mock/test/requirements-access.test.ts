import { type ModelList, operationOf } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createAccount } from "./account-requests.js";
import { eventsOf, streamFaults } from "./events.js";
import { exampleRequest } from "./requests.js";

const messages = [{ role: "user", content: "Name a prime." }];
const version = { "anthropic-version": "2023-06-01" };

function createCaller() {
  const mock = createMock({ latency: "instant" });
  const account = createAccount(mock);
  const models = async () => ((await (await account.call("/v1/models")).json()) as ModelList).data; // a test validates it
  return { ...account, fetch: mock.fetch, models };
}

test("R1.1, R5.1: models of many owners answer one key, and its account pays", async () => {
  const { models, chat, balance } = createCaller();
  const rows = await models();
  const before = await balance();

  const answers = await Promise.all(rows.map(({ id }) => chat({ model: id })));

  expect(new Set(rows.map(({ owned_by: owner }) => owner)).size).toBeGreaterThan(3);
  expect(answers.map(({ status }) => status)).toEqual(rows.map(() => 200));
  expect(await balance()).toBeLessThan(before);
});

test("R1.3: every public bot answers chat completions, streamed and not", async () => {
  const { models, chat } = createCaller();

  for (const { id } of await models()) {
    const plain = await chat({ model: id, stream: false });
    const streamed = await chat({ model: id, stream: true });

    expect(await plain.json(), id).toMatchObject({ choices: [{ message: { content: expect.stringMatching(/./) } }] });
    expect(streamFaults(operationOf("createChatCompletion"), eventsOf(await streamed.text())), id).toEqual([]);
  }
});

test.each([
  { row: "R1.10", model: "Harbour-Guide-Internal", code: "model_not_found" },
  { row: "R1.11", model: "App-Creator", code: "model_not_supported" },
])("$row: chat completions refuse the bot $model with $code", async ({ model, code }) => {
  const { chat } = createCaller();

  const response = await chat({ model });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { type: "invalid_request_error", code },
  });
});

test("R1.12, R2.5: parameters of other models are taken and change nothing", async () => {
  const { chat } = createCaller();
  const contentOf = async (fields: object) => {
    const body = (await (await chat({ model: "GPT-5.2", ...fields })).json()) as Record<string, unknown>;
    return body.choices;
  };

  expect(await contentOf({ top_k: 3, style: "vivid", safety_settings: [] })).toEqual(await contentOf({}));
});

test.each(["GPT-5.2", "Trip-Planner", "Harbour-Guide-Internal", "App-Creator", "No-Such"])(
  "R1.14: messages refuse %s with 404, which is not of the upstream provider",
  async (model) => {
    const { post } = createCaller();

    const response = await post("/v1/messages", { model, max_tokens: 5, messages }, version);

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ type: "error", error: { type: "not_found_error" } });
  },
);

test("R1.8, R2.15: a bot's setting controls are there to be read, with one of each kind", async () => {
  const { call } = createCaller();

  const { bots } = (await (await call("/_mock/api/sessions/default/bots")).json()) as { bots: { controls?: object }[] };
  const kinds = JSON.stringify(bots).matchAll(/"control":"(\w+)"/g);

  expect([...new Set([...kinds].map(([, kind]) => kind))].sort()).toEqual([
    "aspect_ratio",
    "condition",
    "divider",
    "drop_down",
    "slider",
    "text_area",
    "text_field",
    "toggle_switch",
  ]);
});

test("R2.1: a protocol message has a role and a text, and may have parameters and attachments", async () => {
  const { status } = createQuery();

  expect(await status({ role: "user", content: "Hello" })).toBe(200);
  expect(await status({ role: "user", content: "Hello", parameters: { any: { thing: 1 } }, attachments: [] })).toBe(
    200,
  );
  expect(await status({ role: "user" })).toBe(400);
  expect(await status({ content: "Hello" })).toBe(400);
  expect(await status({ role: "user", content: ["Hello"] })).toBe(400);
  expect(await status({ role: "user", content: "Hello", parameters: "high" })).toBe(400);
});

test("R2.2: the known custom parameters are taken, and others too", async () => {
  const { status } = createQuery();
  const parameters = {
    thinking_budget: 2000,
    reasoning_effort: "high",
    aspect_ratio: "16:9",
    style: "vivid",
    own: [1],
  };

  expect(await status({ role: "user", content: "Hello", parameters })).toBe(200);
});

test("R2.4, R4.11: what the native library does over HTTP is there: a query that streams, and an upload", async () => {
  const { fetch } = createCaller();
  const [query, upload] = [exampleRequest("queryBot"), exampleRequest("uploadFile")];

  const stream = await fetch(query.url, query.init);
  const file = await fetch(upload.url, upload.init);

  expect(streamFaults(query.operation, eventsOf(await stream.text()))).toEqual([]);
  expect(await file.json()).toMatchObject({ attachment_url: expect.stringMatching(/^https?:/) });
});

test.each(["/v1/models", "/v1/chat/completions", "/v1/messages"])(
  "R9.1: %s is there, and not without /v1",
  async (path) => {
    const { call } = createCaller();

    expect((await call(path, { method: "OPTIONS" })).status).toBe(204);
    expect((await call(path.slice("/v1".length))).status).toBe(404);
  },
);

/** The status of a query of one message. */
function createQuery() {
  const { post } = createCaller();
  const { init } = exampleRequest("queryBot");
  const status = async (message: object) =>
    (await post("/bot/Claude-Haiku-4.5", { ...JSON.parse(String(init.body)), query: [message] })).status;
  return { status };
}
