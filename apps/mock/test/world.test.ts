import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { createMock, startMock, type WorldFile, worldSchema } from "../src/index.js";
import { defaultWorld } from "../src/world/world.js";
import { bearer, json } from "./requests.js";

const folder = mkdtempSync(join(tmpdir(), "mock-world-"));
afterAll(() => rmSync(folder, { recursive: true }));

function dataFile(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const chatOf = (model: string, headers = bearer("sk-mock-full")): RequestInit => {
  const { headers: type, ...init } = json({ model, messages: [{ role: "user", content: "Hello" }] });
  return { ...init, headers: { ...(type as Record<string, string>), ...headers } };
};

const team = `
models:
  - id: acme-large
    name: Acme-Large
    points: { prompt: 0.3, completion: 1.5 }
    supported_endpoints: [/v1/messages, /v1/chat/completions]
bots:
  - name: Shop-Helper
    points: { request: 12 }
    controls:
      api_version: "2"
      sections:
        - controls:
            - { control: text_field, label: Size, parameter_name: size }
  - name: Secret-Bot
    access: private
keys:
  sk-team: { name: team, openingPoints: 100 }
  sk-gone: { name: gone, isRevoked: true }
  sk-read: { name: read, hasPermission: false }
  sk-slow: { name: slow, requestsPerMinute: 1 }
faults:
  - { fault: status-503, model: Shop-Helper, times: 1 }
worlds:
  poor:
    keys:
      sk-team: { name: team, openingPoints: 0 }
`;

test("models of the data file are listed with prices in points and USD, beside those of the mock", async () => {
  const { fetch } = createMock({ state: dataFile("listed.yaml", team) });

  const response = await fetch("http://mock/v1/models", { headers: bearer("sk-team") });
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
  const { fetch } = createMock({ state: dataFile("answers.yaml", team) });

  const response = await fetch("http://mock/v1/chat/completions", chatOf(model, bearer(key)));

  expect(response.status).toBe(status);
});

test("a key of the file has the points and the rate window that it says", async () => {
  const { fetch } = createMock({ state: dataFile("rights.yaml", team) });

  const balance = await fetch("http://mock/v1/balance", { headers: bearer("sk-team") });
  await fetch("http://mock/v1/models", { headers: bearer("sk-slow") });
  const second = await fetch("http://mock/v1/models", { headers: bearer("sk-slow") });

  expect(await balance.json()).toMatchObject({ current_point_balance: 100 });
  expect(second.status).toBe(429);
});

test("with extends: none there is nothing but what the file declares", async () => {
  const state: WorldFile = { extends: "none", models: [{ id: "only" }], keys: { "sk-only": { name: "only" } } };
  const { fetch } = createMock({ state });

  const response = await fetch("http://mock/v1/models", { headers: bearer("sk-only") });
  const other = await fetch("http://mock/v1/models", { headers: bearer("sk-mock-full") });

  expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(1);
  expect(other.status).toBe(401);
});

test("a session chooses a named world with its first request and stays in it", async () => {
  const { fetch } = createMock({ state: dataFile("worlds.yaml", team) });
  const headers = { ...bearer("sk-team"), "x-mock-session": "a" };

  const poor = await fetch("http://mock/v1/balance", { headers: { ...headers, "x-mock-world": "poor" } });
  const again = await fetch("http://mock/v1/balance", { headers });
  const other = await fetch("http://mock/v1/balance", { headers: { ...headers, "x-mock-world": "default" } });
  const unknown = await fetch("http://mock/v1/balance", {
    headers: { ...bearer("sk-team"), "x-mock-session": "b", "x-mock-world": "rich" },
  });

  expect(await poor.json()).toMatchObject({ current_point_balance: 0 });
  expect(await again.json()).toMatchObject({ current_point_balance: 0 });
  expect(await other.text()).toContain("The session 'a' is in the world 'poor'");
  expect(await unknown.text()).toContain("The world 'rich' is not there; there are default, poor.");
});

test("all mistakes in a data file are told at once, each with its place and pointer", () => {
  const file = dataFile(
    "wrong.yaml",
    `models:
  - id: acme
    pricing: { prompt: free }
  - name: No-Id
bots:
  - name: Helper
    controls:
      api_version: "2"
      sections:
        - controls:
            - { control: slider, label: Size, parameter_name: size, min_value: 1, max_value: wide, step: 1 }
keys:
  sk-team: { nmae: team }
replies:
  - { text: hello, reply: { text: Hi }, model: nobody }
  - { pattern: "(", reply: { text: Hi } }
  - operationId: createChatCompletion
    body: { id: 7 }
faults:
  - { fault: explode }
  - { fault: stall, key: sk-other }
worlds:
  bad:
    models: [{ id: gpt-5.2 }, { id: GPT-5.2 }]
colour: red
`,
  );

  const lines = messageOf(() => createMock({ state: file }))
    .replaceAll(`${file}:`, "")
    .split("\n");

  expect(lines).toHaveLength(12);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^3:\d+ \/models\/0\/pricing\/prompt 'pricing.prompt' is expected to match .*, not "free"\.$/,
      ),
      "4:5 /models/1 The required member 'id' is missing.",
      expect.stringMatching(
        /^11:\d+ \/bots\/0\/controls\/sections\/0\/controls\/0\/max_value 'max_value' must be number\.$/,
      ),
      "13:14 /keys/sk-team/nmae There is no member 'nmae' here.",
      "13:3 /keys/sk-team The required member 'name' is missing.",
      "15:41 /replies/0/model There is no model or bot 'nobody' in this world.",
      "16:7 /replies/1/pattern 'pattern' is not a regular expression.",
      expect.stringMatching(/^18:\d+ \/replies\/2\/body\/\w+ /),
      expect.stringMatching(/^20:7 \/faults\/0\/fault 'explode' is no fault of the mock; /),
      "21:21 /faults/1/key This key is not in this world.",
      "24:31 /worlds/bad/models/1 There are two of the name 'gpt-5.2'.",
      "25:1 /colour There is no member 'colour' here.",
    ]),
  );
});

test.each([
  { what: "no file", name: "missing.yaml", text: undefined, says: "can't be read (ENOENT)." },
  { what: "text that is no YAML", name: "torn.yaml", text: "models: [\n", says: "torn.yaml:2:1 " },
  { what: "a list", name: "list.json", text: "[1]", says: "list.json:1:1 " },
])("$what is refused in one sentence", ({ name, text, says }) => {
  const file = text === undefined ? join(folder, name) : dataFile(name, text);

  const message = messageOf(() => createMock({ state: file }));

  expect(message).toContain(says);
  expect(message.split("\n")).toHaveLength(1);
});

test("a saved data file is in force in the sessions there are; what a key has spent stays spent", async () => {
  const file = dataFile("saved.yaml", team);
  const { server, logged } = await startLogging(file);
  const chat = () => fetch(`${server.baseURL}/v1/chat/completions`, chatOf("Acme-Large", bearer("sk-team")));
  await (await chat()).text();

  const reloaded = logged("its world is in force");
  writeFileSync(file, team.replace("sk-gone: { name: gone, isRevoked: true }", "sk-gone: { name: back }"));
  await reloaded;
  const back = await fetch(`${server.baseURL}/v1/models`, { headers: bearer("sk-gone") });
  const balance = await fetch(`${server.baseURL}/v1/balance`, { headers: bearer("sk-team") });
  const { current_point_balance: points } = (await balance.json()) as { current_point_balance: number };
  await server.close();

  expect(back.status).toBe(200);
  expect(points).toBeLessThan(100);
});

test("a key that is taken out of a data file stops working", async () => {
  const file = dataFile("shorter.yaml", team);
  const { server, logged } = await startLogging(file);
  const headers = bearer("sk-team");
  const before = await fetch(`${server.baseURL}/v1/models`, { headers });

  const reloaded = logged("its world is in force");
  writeFileSync(file, "keys: { sk-new: { name: new } }\n");
  await reloaded;
  const after = await fetch(`${server.baseURL}/v1/models`, { headers });
  await server.close();

  expect([before.status, after.status]).toEqual([200, 401]);
});

test("a data file that is saved with mistakes changes nothing, and the log says what is wrong", async () => {
  const file = dataFile("broken.yaml", team);
  const { server, logged } = await startLogging(file);

  const told = logged("There is no member 'kyes' here.");
  writeFileSync(file, team.replace("keys:", "kyes:"));
  const line = await told;
  const response = await fetch(`${server.baseURL}/v1/models`, { headers: bearer("sk-team") });
  await server.close();

  expect(line).toContain(`${file}:`);
  expect(response.status).toBe(200);
});

test("faults can be given as rules in words", async () => {
  const { fetch } = createMock({ faults: ["status-503 model=gpt-5.2 operation=createChatCompletion times=1"] });

  const statuses = [];
  for (const model of ["Claude-Haiku-4.5", "GPT-5.2", "GPT-5.2"]) {
    statuses.push((await fetch("http://mock/v1/chat/completions", chatOf(model))).status);
  }

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

async function startLogging(state: string) {
  const waiting: { text: string; found: (line: string) => void }[] = [];
  const log = (line: string) => {
    for (const { text, found } of waiting) if (line.includes(text)) found(line);
  };
  const server = await startMock({ state, log });
  const logged = (text: string) => new Promise<string>((found) => waiting.push({ text, found }));
  return { server, logged };
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}
