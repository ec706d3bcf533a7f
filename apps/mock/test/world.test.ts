import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { createMock, type WorldFile, worldSchema } from "../src/index.js";
import { defaultWorld } from "../src/world/world.js";
import { createAccount } from "./account-requests.js";
import { createClient } from "./client.js";
import { dataFile, team } from "./data-files.js";
import { bearer } from "./requests.js";

test("models of the data file are listed with prices in points and USD, beside those of the mock", async () => {
  const { get } = createClient({ state: dataFile("listed.yaml", team) });

  const response = await get("/v1/models", { headers: bearer("sk-team") });
  const { data } = (await response.json()) as { data: { id: string; pricing: unknown }[] };

  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(["gpt-5.2", "acme-large", "shop-helper"]));
  expect(data.map(({ id }) => id)).not.toContain("secret-bot");
  expect(data.find(({ id }) => id === "acme-large")?.pricing).toMatchObject({
    prompt: "0.00001",
    completion: "0.00005",
    request: null,
    points: { prompt: "0.3", completion: "1.5", request: null },
  });
});

test.each([
  { what: "a key of the file", key: "sk-team", model: "Acme-Large", status: 200 },
  { what: "a revoked key", key: "sk-gone", model: "Acme-Large", status: 401 },
  { what: "a key without permission", key: "sk-read", model: "Acme-Large", status: 403 },
  { what: "a private bot", key: "sk-team", model: "Secret-Bot", status: 400 },
  { what: "a fault of the file", key: "sk-team", model: "Shop-Helper", status: 503 },
])("$what is answered with $status", async ({ key, model, status }) => {
  const { chat } = createClient({ state: dataFile("answers.yaml", team) });

  expect((await chat({ model }, bearer(key))).status).toBe(status);
});

test("keys of one account in the file begin with the points that one of them states, and share them", async () => {
  const keys = {
    "sk-a": { name: "a", account: "team" },
    "sk-b": { name: "b", account: "team", points: 400 },
    "sk-c": { name: "c" },
  };
  const mock = createClient({ state: { keys }, points: 9 });
  const [a, b, c] = Object.keys(keys).map((key) => createAccount(mock, key));

  await a?.chat();

  expect([await a?.balance(), await b?.balance(), await c?.balance()]).toEqual([100, 100, 9]);
});

test("a key of the file has the points and the rate window that it says", async () => {
  const { get } = createClient({ state: dataFile("rights.yaml", team) });

  const balance = await get("/v1/balance", { headers: bearer("sk-team") });
  await get("/v1/models", { headers: bearer("sk-slow") });
  const second = await get("/v1/models", { headers: bearer("sk-slow") });

  expect(await balance.json()).toMatchObject({ current_point_balance: 100 });
  expect(second.status).toBe(429);
});

test("with extends: none there is nothing but what the file declares", async () => {
  const state: WorldFile = { extends: "none", models: [{ id: "only" }], keys: { "sk-only": { name: "only" } } };
  const { get } = createClient({ state });

  const response = await get("/v1/models", { headers: bearer("sk-only") });
  const other = await get("/v1/models");

  expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(1);
  expect(other.status).toBe(401);
});

test("a session chooses a named world with its first request and stays in it", async () => {
  const { get } = createClient({ state: dataFile("worlds.yaml", team) });
  const balance = (session: string, world: Record<string, string>) =>
    get("/v1/balance", { headers: { ...bearer("sk-team"), "x-mock-session": session, ...world } });

  const poor = await balance("a", { "x-mock-world": "poor" });
  const again = await balance("a", {});
  const other = await balance("a", { "x-mock-world": "default" });
  const unknown = await balance("b", { "x-mock-world": "rich" });

  expect(await poor.json()).toMatchObject({ current_point_balance: 0 });
  expect(await again.json()).toMatchObject({ current_point_balance: 0 });
  expect(await other.text()).toContain("The session 'a' is in the world 'poor'");
  expect(await unknown.text()).toContain("The world 'rich' is not there; there are default, poor.");
});

test("faults can be given as rules in words", async () => {
  const { chat } = createClient({ faults: ["status-503 model=gpt-5.2 operation=createChatCompletion times=1"] });

  const statuses = [];
  for (const model of ["Claude-Haiku-4.5", "GPT-5.2", "GPT-5.2"]) statuses.push((await chat({ model })).status);

  expect(statuses).toEqual([200, 503, 200]);
});

test.each([
  { rule: "explode", says: "'explode' is no fault of the mock" },
  { rule: "model=gpt-5.2", says: "names no fault" },
  { rule: "stall model=nobody", says: "There is no model or bot 'nobody' in this world." },
  { rule: "stall operation=sing", says: "The contract has no operation 'sing'." },
])("the rule '$rule' is refused", ({ rule, says }) => {
  expect(() => createMock({ faults: [rule] })).toThrow(says);
});

test("the published schema accepts the example of this test and is a schema itself", () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(worldSchema);

  expect(
    validate({ extends: "none", keys: { "sk-a": { name: "a" } }, worlds: { b: { faults: [{ fault: "stall" }] } } }),
  ).toBe(true);
  expect(validate({ worlds: { b: { worlds: {} } } })).toBe(false);
  expect(validate({ worlds: { default: {} } })).toBe(false);
});

test.each([
  ["a list", (control: object) => [control]],
  ["one", (control: object) => control],
])("setting controls may come as %s, with members that nobody knows", async (_how, given) => {
  const control = { control: "text_field", label: "Size", parameter_name: "size", maximum: 3 };

  const { admin } = createClient({ state: { extends: "none", bots: [{ name: "Shop", controls: given(control) }] } });

  expect(await admin("GET", "/bots")).toMatchObject({
    bots: [{ controls: { api_version: "2", sections: [{ controls: [control] }] } }],
  });
});

test("the mock's own models between them take and make everything that there is, and its own entries have no fault", () => {
  const { entries } = defaultWorld().catalogue;
  const made = new Set(entries.flatMap(({ model }) => model.architecture?.output_modalities ?? []));
  const taken = new Set(entries.flatMap(({ model }) => model.architecture?.input_modalities ?? []));
  const asBots = entries.map(({ model: { id: _, ...model }, ...entry }) => ({
    ...model,
    ...entry,
    name: model.metadata?.display_name ?? "",
  }));

  expect([...made].sort()).toEqual(["audio", "image", "text", "video"]);
  expect([...taken].sort()).toEqual(["audio", "image", "text", "video"]);
  expect(new Set(entries.map(({ access }) => access))).toEqual(new Set(["public", "private", "app-creation"]));
  expect(entries.some(({ access, controls }) => access === "public" && controls !== undefined)).toBe(true);
  expect(entries.some(({ model }) => model.reasoning != null)).toBe(true);
  expect(() => createMock({ state: { extends: "none", bots: asBots } })).not.toThrow();
});
