import { operationOf, responseOf, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock, type ScriptedReply } from "../src/index.js";
import { eventsOf, streamFaults } from "./events.js";
import { bearer, exampleRequest, json } from "./requests.js";

/** As much of an event as the tests look at; the stream judge looks at the rest. */
interface Payload {
  type?: string;
  text?: string;
  delta?: string | { text?: string };
  choices?: { delta?: { content?: string | null } }[];
}

const partOf = ({ delta }: Payload) => (typeof delta === "object" ? delta : {});

/** The same question on each interface that a model speaks through. */
const interfaces = {
  createChatCompletion: {
    path: "/v1/chat/completions",
    body: (text: string) => ({ model: "Claude-Haiku-4.5", messages: [{ role: "user", content: text }] }),
    textOf: (event: Payload) => event.choices?.[0]?.delta?.content ?? "",
  },
  createMessage: {
    path: "/v1/messages",
    body: (text: string) => ({ model: "Claude-Haiku-4.5", messages: [{ role: "user", content: text }], max_tokens: 3 }),
    textOf: (event: Payload) => partOf(event).text ?? "",
  },
  createResponse: {
    path: "/v1/responses",
    body: (text: string) => ({ model: "Claude-Haiku-4.5", input: text }),
    textOf: (event: Payload) => (event.type === "response.output_text.delta" ? String(event.delta) : ""),
  },
  queryBot: {
    path: "/bot/Claude-Haiku-4.5",
    body: (text: string) => ({
      ...(JSON.parse(String(exampleRequest("queryBot").init.body)) as object),
      query: [{ role: "user", content: text, content_type: "text/markdown" }],
    }),
    textOf: (event: Payload) => event.text ?? "",
  },
};

type InterfaceName = keyof typeof interfaces;

const headers = { ...bearer("sk-mock-full"), "content-type": "application/json", "anthropic-version": "2023-06-01" };

function mockOf(...replies: ScriptedReply[]) {
  const { fetch } = createMock({ state: { replies }, latency: "instant" });
  return async (name: InterfaceName, text: string, more: object = {}) => {
    const { path, body } = interfaces[name];
    const init = { method: "POST", headers, body: JSON.stringify({ ...body(text), ...more }) };
    return (await fetch(`http://mock${path}`, init)).text();
  };
}

/** Returns a model's text, from an answer of any interface but a stream. */
const saidIn = (body: string) => /"(?:content|text)":"([^"]*)"/.exec(body)?.[1];

test.each(Object.keys(interfaces) as InterfaceName[])(
  "%s streams the scripted text in pieces that the contract accepts, whatever the length limit",
  async (name) => {
    const ask = mockOf({ text: "opening hours", reply: { text: "We open at nine and close at five." } });

    const events = eventsOf(await ask(name, "Your OPENING HOURS, please?", { stream: true }));
    const payloads = events.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data));

    expect(streamFaults(operationOf(name), events)).toEqual([]);
    expect(payloads.map(interfaces[name].textOf).join("")).toContain("We open at nine and close at five.");
    expect(payloads.filter((payload) => interfaces[name].textOf(payload) !== "").length).toBeGreaterThan(5);
  },
);

test.each(["createChatCompletion", "createMessage", "createResponse"] as const)(
  "%s gives scripted tool calls once, and what follows when their results are there",
  async (name) => {
    const call = { name: "look_up", arguments: { city: "Oslo" } };
    const ask = mockOf({ reply: { text: "One moment.", toolCalls: [call] } });

    const body = JSON.parse(await ask(name, "Weather?"));

    expect(validateResponseBody(name, 200, "application/json", body)).toEqual([]);
    expect(JSON.stringify(body)).toContain("look_up");
    expect(JSON.stringify(body)).toMatch(/Oslo/);
  },
);

const chatCalls = responseOf("createChatCompletion", 200)?.mediaTypes["application/json"]?.examples.chatToolCallsReply;

test.each<{ what: string; scripted: ScriptedReply }>([
  { what: "tool call", scripted: { reply: { toolCalls: [{ name: "look_up", arguments: {} }] } } },
  { what: "body with tool calls", scripted: { operationId: "createChatCompletion", body: chatCalls?.value } },
])("a scripted $what is not given again when the results are there", async ({ scripted }) => {
  const { fetch } = createMock({ state: { replies: [scripted] } });
  const messages = [
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "look_up", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "Rain" },
  ];

  const init = { ...json({ model: "GPT-5.2", messages }), headers };
  const reply = (await (await fetch("http://mock/v1/chat/completions", init)).json()) as { choices: unknown[] };

  expect(reply.choices).toEqual([expect.objectContaining({ finish_reason: "stop" })]);
});

test("the n-th answer of a conversation can be scripted", async () => {
  const ask = mockOf({ turn: 2, reply: { text: "The second." } }, { reply: { text: "Another." } });
  const messages = [
    { role: "user", content: "One" },
    { role: "assistant", content: "Another." },
    { role: "user", content: "Two" },
  ];

  const first = await ask("createChatCompletion", "One");
  const second = await ask("createChatCompletion", "", { messages });

  expect([saidIn(first), saidIn(second)]).toEqual(["Another.", "The second."]);
});

test("the first scripted reply that fits is given, and one with times so many times", async () => {
  const ask = mockOf(
    { model: "gpt-5.2", reply: { text: "for another model" } },
    { operationId: "createMessage", reply: { text: "for another operation" } },
    { pattern: "^bye", reply: { text: "for other words" } },
    { pattern: "^h(i|ello)", times: 1, reply: { text: "once" } },
    { text: "hello", reply: { text: "always" } },
  );

  const said = [];
  for (const _ of [1, 2, 3]) said.push(saidIn(await ask("createChatCompletion", "Hello")));

  expect(said).toEqual(["once", "always", "always"]);
});

test("finish says why a scripted reply ended", async () => {
  const ask = mockOf({ reply: { text: "Cut", finish: "length" } });

  expect(await ask("createMessage", "Hi")).toContain('"stop_reason":"max_tokens"');
  expect(await ask("createResponse", "Hi")).toContain('"status":"incomplete"');
});

test.each(["createChatCompletion", "createMessage", "createResponse"] as const)(
  "%s gives a scripted body as it is, and as a stream says what it says",
  async (name) => {
    const examples = responseOf(name, 200)?.mediaTypes["application/json"]?.examples ?? {};
    const [example] = Object.values(examples);
    const ask = mockOf({ operationId: name, body: example?.value });

    const whole = JSON.parse(await ask(name, "Hi"));
    const events = eventsOf(await ask(name, "Hi", { stream: true }));
    const payloads = events.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data));

    expect(whole).toEqual(example?.value);
    expect(streamFaults(operationOf(name), events)).toEqual([]);
    expect(JSON.stringify(whole)).toContain(JSON.stringify(payloads.map(interfaces[name].textOf).join("")));
  },
);

test.each([
  ["/v1/chat/completions", { model: "Poster", messages: [{ role: "user", content: "A fox" }], stream: true }],
  ["/bot/Poster", JSON.parse(String(exampleRequest("queryBot").init.body)) as object],
])("a bot that makes pictures says at %s what is scripted for it", async (path, body) => {
  const architecture = { input_modalities: ["text"], output_modalities: ["image"] };
  const { fetch } = createMock({
    state: { bots: [{ name: "Poster", architecture }], replies: [{ reply: { text: "Closed." } }] },
    latency: "instant",
  });

  const response = await fetch(`http://mock${path}`, { method: "POST", headers, body: JSON.stringify(body) });

  const stream = await response.text();
  expect(stream).toContain('"Closed."');
  expect(stream).not.toContain("/media/");
});

test("an operation in which no model speaks can have a scripted body too", async () => {
  const [balance] = Object.values(responseOf("getBalance", 200)?.mediaTypes["application/json"]?.examples ?? {});
  const { fetch } = createMock({ state: { replies: [{ operationId: "getBalance", body: balance?.value }] } });

  const response = await fetch("http://mock/v1/balance", { headers });

  expect(await response.json()).toEqual(balance?.value);
});

test.each<{ reply: ScriptedReply; says: string }>([
  { reply: {}, says: "needs either 'reply' or 'body'" },
  { reply: { reply: {} }, says: "'reply' says nothing" },
  { reply: { operationId: "getBalance", reply: { text: "Hi" } }, says: "No model speaks in getBalance" },
  { reply: { operationId: "sing", reply: { text: "Hi" } }, says: "The contract has no operation 'sing'." },
  { reply: { operationId: "toString", body: {} }, says: "The contract has no operation 'toString'." },
  { reply: { body: {} }, says: "A 'body' needs the 'operationId'" },
  { reply: { operationId: "queryBot", body: {} }, says: "of an operation that answers with JSON" },
  { reply: { reply: { text: "Hi", finish: "tool_calls" } }, says: "'toolCalls' has none" },
  { reply: { operationId: "createMessage", body: { type: "message", role: 7 } }, says: "role" },
])("a scripted reply is refused when it is loaded: $says", ({ reply, says }) => {
  expect(() => createMock({ state: { replies: [reply] } })).toThrow(says);
});

test.each([
  ["reset", false],
  ["empty-body", false],
  ["cut-json", false],
  ["html-200", false],
  ["reset", true],
  ["reset;at=2", true],
  ["clean-cut", true],
  ["half-frame", true],
  ["broken-json", true],
  ["error-event", true],
])("a reply of one time is kept for the attempt that gets it whole, after %s, streamed: %s", async (fault, stream) => {
  const replies: ScriptedReply[] = [
    { times: 1, reply: { text: "The first words of a long answer." } },
    { times: 1, reply: { text: "The second." } },
  ];
  const { fetch } = createMock({ latency: "instant", state: { replies }, faults: [`${fault} times=1`] });
  const ask = async () => {
    const init = json({ model: "Claude-Haiku-4.5", messages: [{ role: "user", content: "Hi" }], stream });
    const asking = fetch("http://mock/v1/chat/completions", {
      ...init,
      headers: { ...init.headers, ...bearer("sk-mock-full") },
    });
    return (await asking).text();
  };

  await ask().catch(() => undefined);

  expect(await ask()).toContain("first");
  expect(await ask()).toContain("second");
});

test.each(["slow-headers;ms=1", "split-bytes", "duplicate-end"])(
  "a reply of one time is used by an answer that is whole, as with %s",
  async (fault) => {
    const replies: ScriptedReply[] = [{ times: 1, reply: { text: "Kormoran." } }];
    const { fetch } = createMock({ latency: "instant", state: { replies }, faults: [`${fault} times=1`] });
    const ask = async () => {
      const init = json({ model: "Claude-Haiku-4.5", messages: [{ role: "user", content: "Hi" }], stream: true });
      return (
        await fetch("http://mock/v1/chat/completions", {
          ...init,
          headers: { ...init.headers, ...bearer("sk-mock-full") },
        })
      ).text();
    };

    expect(await ask()).toContain("Kormoran");
    expect(await ask()).not.toContain("Kormoran");
  },
);
