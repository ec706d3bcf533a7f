import { expect, test } from "vitest";
import { createMock, type FaultRule, type MockOptions, type ScriptedReply } from "../src/index.js";
import { createClient } from "./client.js";
import { ask, type Dialect, dialects, type Fields } from "./dialects.js";
import { bearer } from "./requests.js";

type Write = (text: string, system?: string) => Fields;

const items = (role: string, text: string, system = "") => [
  { role, content: system },
  { role: "user", content: text },
];

/** The same question under the same system prompt, wherever an interface has a place for one. */
const places: Record<string, [Dialect, Write]> = {
  "a system message of chat completions": ["createChatCompletion", dialects.createChatCompletion.body],
  "a developer message of chat completions": [
    "createChatCompletion",
    (text, system) => ({ messages: items("developer", text, system) }),
  ],
  "the system text of messages": ["createMessage", dialects.createMessage.body],
  "the system blocks of messages": [
    "createMessage",
    (text, system = "") => ({ ...dialects.createMessage.body(text), system: [{ type: "text", text: system }] }),
  ],
  "the instructions of responses": ["createResponse", dialects.createResponse.body],
  "a system item of responses": ["createResponse", (text, system) => ({ input: items("system", text, system) })],
  "a developer item of responses": ["createResponse", (text, system) => ({ input: items("developer", text, system) })],
  "a system message of a bot's query": ["queryBot", dialects.queryBot.body],
};

/** Returns a client that asks a mock, by messages if nothing else is said. */
function mockOf(options: MockOptions) {
  const client = createClient(options);
  return Object.assign(
    (fields: Fields, headers = {}, dialect: Dialect = "createMessage") => ask(client, dialect, fields, headers),
    client,
  );
}

const titles: ScriptedReply[] = [
  { system: "a short TITLE", reply: { text: "Boots for Norway" } },
  { text: "boots", reply: { text: "Take wide ones." } },
];

test.for(Object.entries(places))("a reply is told apart by %s", async ([, [dialect, body]]) => {
  const ask = mockOf({ state: { replies: titles } });

  const title = await (await ask(body("Which boots?", "Write a short title."), {}, dialect)).text();
  const chat = await (await ask(body("Which boots?", "You are a shop."), {}, dialect)).text();

  expect([title.includes("Norway"), chat.includes("wide")]).toEqual([true, true]);
});

test("a reply is told apart by a pattern of the system prompt", async () => {
  const ask = mockOf({ state: { replies: [{ systemPattern: "^label: (red|blue)$", reply: { text: "Yes." } }] } });
  const said = async (system: string) => (await ask({ system })).text().then((text) => text.includes('"Yes."'));

  expect([await said("Label: red"), await said("Label: green"), await said("")]).toEqual([true, false, false]);
});

test("a reply can be for one key", async () => {
  const ask = mockOf({ state: { replies: [{ key: "sk-mock-tiny", reply: { text: "Tiny." } }] } });
  const said = async (key: string) => (await ask({}, bearer(key))).text();

  expect(await said("sk-mock-tiny")).toContain('"Tiny."');
  expect(await said("sk-mock-full")).not.toContain('"Tiny."');
});

test.for(Object.entries(places))("a fault is told apart by its text and by %s", async ([, [dialect, body]]) => {
  const fault = "status-503";
  const ask = mockOf({ state: { faults: [{ fault, pattern: "^which boots", system: "shop" }] } });

  const statuses = await Promise.all(
    [
      ["Which boots?", "You are a shop."],
      ["Which hats?", "You are a shop."],
      ["Which boots?", "Write a title."],
    ].map(async ([text = "", system]) => (await ask(body(text, system), {}, dialect)).status),
  );

  expect(statuses).toEqual([503, 200, 200]);
});

test("a fault by text does not come where no model speaks", async () => {
  const { get } = mockOf({ state: { faults: [{ fault: "status-503", text: "boots" }] } });

  expect((await get("/v1/models")).status).toBe(200);
});

test("a fault can be for one answer of a conversation that goes on from a response", async () => {
  const client = createClient({ state: { faults: [{ fault: "status-500", turn: 2 }] } });
  const first = await ask(client, "createResponse");
  const { id } = (await first.json()) as { id: string };

  const second = await ask(client, "createResponse", { previous_response_id: id });
  const lost = await ask(client, "createResponse", { previous_response_id: "resp_none" });

  expect([first.status, second.status, lost.status]).toEqual([200, 500, 400]);
});

test("a latency can be for one text", async () => {
  const latencies = [{ latency: "first=30000", text: "slowly" }];
  const ask = mockOf({ state: { latencies } });
  const answered = async (text: string) => {
    const { body } = await ask({ ...dialects.createMessage.body(text), stream: true });
    const reader = body?.getReader();
    const first = await Promise.race([reader?.read(), new Promise((resolve) => setImmediate(resolve, "nothing"))]);
    await reader?.cancel();
    return first !== "nothing";
  };

  expect([await answered("Tell me slowly"), await answered("Tell me")]).toEqual([false, true]);
});

test("the flag --fault takes texts too", async () => {
  const ask = mockOf({ faults: ["status-503 pattern=which\\sboots system=shop"] });

  const refused = await ask(dialects.createMessage.body("Which boots?", "A shop"));

  expect(refused.status).toBe(503);
});

test.each<{ state: MockOptions["state"] & object; says: string }>([
  {
    state: { replies: [{ pattern: "(", reply: { text: "Hi" } }] },
    says: "/replies/0/pattern 'pattern' is not a regular",
  },
  {
    state: { replies: [{ systemPattern: "(", reply: { text: "Hi" } }] },
    says: "/replies/0/systemPattern 'systemPattern' is not",
  },
  { state: { faults: [{ fault: "reset", pattern: "(?=a)" }] }, says: "/faults/0/pattern 'pattern' can't be used" },
  { state: { faults: [{ fault: "reset", systemPattern: "(" }] }, says: "/faults/0/systemPattern" },
  { state: { latencies: [{ latency: "fast", pattern: "[" }] }, says: "/latencies/0/pattern" },
  {
    state: { latencies: [{ latency: "fast", key: "sk-none" }] },
    says: "/latencies/0/key This key is not in this world.",
  },
  {
    state: { replies: [{ key: "sk-none", reply: { text: "Hi" } }] },
    says: "/replies/0/key This key is not in this world.",
  },
])("a wrong condition is refused with its place: $says", ({ state, says }) => {
  expect(() => createMock({ state })).toThrow(says);
});

test.each<[string, FaultRule | ScriptedReply, string]>([
  ["/faults", { fault: "reset", pattern: "(" }, "'pattern' is not a regular expression."],
  ["/replies", { systemPattern: "(", reply: { text: "Hi" } }, "'systemPattern' is not a regular expression."],
])("the admin API refuses a wrong pattern at %s", async (path, rule, says) => {
  expect((await createClient().admin("POST", path, rule)).error.message).toBe(says);
});

test("the flag --fault refuses a wrong pattern", () => {
  expect(() => createMock({ faults: ["reset pattern=("] })).toThrow(
    "The rule 'reset pattern=(' is wrong: 'pattern' is not a regular expression.",
  );
});
