import { expect, test } from "vitest";
import { createMock, type FaultRule, type MockOptions, type ScriptedReply } from "../src/index.js";
import { createAdmin } from "./admin-calls.js";
import { bearer, exampleRequest } from "./requests.js";

const query = JSON.parse(String(exampleRequest("queryBot").init.body)) as object;
const inMarkdown = { content_type: "text/markdown" };

/** The same question under the same system prompt, wherever an interface has a place for one. */
const places: Record<string, [string, (text: string, system?: string) => object]> = {
  "a system message of chat completions": ["/v1/chat/completions", chatWith("system")],
  "a developer message of chat completions": ["/v1/chat/completions", chatWith("developer")],
  "the system text of messages": [
    "/v1/messages",
    (text, system) => ({ ...messagesOf(text), ...(system !== undefined && { system }) }),
  ],
  "the system blocks of messages": [
    "/v1/messages",
    (text, system = "") => ({ ...messagesOf(text), system: [{ type: "text", text: system }] }),
  ],
  "the instructions of responses": [
    "/v1/responses",
    (text, instructions = "") => ({ model: "Claude-Haiku-4.5", input: text, instructions }),
  ],
  "a system item of responses": ["/v1/responses", responsesWith("system")],
  "a developer item of responses": ["/v1/responses", responsesWith("developer")],
  "a system message of a bot's query": [
    "/bot/Claude-Haiku-4.5",
    (text, system = "") => ({
      ...query,
      query: [
        { role: "system", content: system, ...inMarkdown },
        { role: "user", content: text, ...inMarkdown },
      ],
    }),
  ],
};

function chatWith(role: string) {
  return (text: string, system = "") => ({
    model: "Claude-Haiku-4.5",
    messages: [
      { role, content: system },
      { role: "user", content: text },
    ],
  });
}

function responsesWith(role: string) {
  return (text: string, system = "") => ({
    model: "Claude-Haiku-4.5",
    input: [
      { role, content: system },
      { role: "user", content: text },
    ],
  });
}

function messagesOf(text: string) {
  return { model: "claude-haiku-4-5", messages: [{ role: "user", content: text }], max_tokens: 100 };
}

const headers = { ...bearer("sk-mock-full"), "content-type": "application/json", "anthropic-version": "2023-06-01" };

function mockOf(options: MockOptions) {
  const { fetch } = createMock({ latency: "instant", ...options });
  return (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(`http://mock${path}`, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });
}

const titles: ScriptedReply[] = [
  { system: "a short TITLE", reply: { text: "Boots for Norway" } },
  { text: "boots", reply: { text: "Take wide ones." } },
];

test.each(Object.entries(places))("a reply is told apart by %s", async (_place, [path, body]) => {
  const ask = mockOf({ state: { replies: titles } });

  const title = await (await ask(path, body("Which boots?", "Write a short title."))).text();
  const chat = await (await ask(path, body("Which boots?", "You are a shop."))).text();

  expect([title.includes("Norway"), chat.includes("wide")]).toEqual([true, true]);
});

test("a reply is told apart by a pattern of the system prompt", async () => {
  const ask = mockOf({ state: { replies: [{ systemPattern: "^label: (red|blue)$", reply: { text: "Yes." } }] } });
  const said = async (system: string) =>
    (await ask("/v1/messages", { ...messagesOf("Hello"), system })).text().then((text) => text.includes('"Yes."'));

  expect([await said("Label: red"), await said("Label: green"), await said("")]).toEqual([true, false, false]);
});

test("a reply can be for one key", async () => {
  const ask = mockOf({ state: { replies: [{ key: "sk-mock-tiny", reply: { text: "Tiny." } }] } });
  const said = async (key: string) => (await ask("/v1/messages", messagesOf("Hi"), bearer(key))).text();

  expect(await said("sk-mock-tiny")).toContain('"Tiny."');
  expect(await said("sk-mock-full")).not.toContain('"Tiny."');
});

test.each(Object.entries(places))("a fault is told apart by its text and by %s", async (_place, [path, body]) => {
  const fault = "status-503";
  const ask = mockOf({ state: { faults: [{ fault, pattern: "^which boots", system: "shop" }] } });

  const statuses = await Promise.all(
    [
      ["Which boots?", "You are a shop."],
      ["Which hats?", "You are a shop."],
      ["Which boots?", "Write a title."],
    ].map(async ([text = "", system]) => (await ask(path, body(text, system))).status),
  );

  expect(statuses).toEqual([503, 200, 200]);
});

test("a fault by text does not come where no model speaks", async () => {
  const { fetch } = createMock({ state: { faults: [{ fault: "status-503", text: "boots" }] } });

  expect((await fetch("http://mock/v1/models", { headers })).status).toBe(200);
});

test("a fault can be for one answer of a conversation that goes on from a response", async () => {
  const ask = mockOf({ state: { faults: [{ fault: "status-500", turn: 2 }] } });
  const first = await ask("/v1/responses", { model: "GPT-5.2", input: "One" });
  const { id } = (await first.json()) as { id: string };

  const second = await ask("/v1/responses", { model: "GPT-5.2", input: "Two", previous_response_id: id });
  const lost = await ask("/v1/responses", { model: "GPT-5.2", input: "Two", previous_response_id: "resp_none" });

  expect([first.status, second.status, lost.status]).toEqual([200, 500, 400]);
});

test("a latency can be for one text", async () => {
  const latencies = [{ latency: "first=30000", text: "slowly" }];
  const ask = mockOf({ state: { latencies } });
  const answered = async (text: string) => {
    const { body } = await ask("/v1/chat/completions", { ...chatWith("system")(text), stream: true });
    const reader = body?.getReader();
    const first = await Promise.race([reader?.read(), new Promise((resolve) => setImmediate(resolve, "nothing"))]);
    await reader?.cancel();
    return first !== "nothing";
  };

  expect([await answered("Tell me slowly"), await answered("Tell me")]).toEqual([false, true]);
});

test("the flag --fault takes texts too", async () => {
  const ask = mockOf({ faults: ["status-503 pattern=which\\sboots system=shop"] });

  const refused = await ask("/v1/messages", { ...messagesOf("Which boots?"), system: "A shop" });

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
  const { of } = createAdmin();

  expect((await of("POST", path, rule)).error.message).toBe(says);
});

test("the flag --fault refuses a wrong pattern", () => {
  expect(() => createMock({ faults: ["reset pattern=("] })).toThrow(
    "The rule 'reset pattern=(' is wrong: 'pattern' is not a regular expression.",
  );
});
