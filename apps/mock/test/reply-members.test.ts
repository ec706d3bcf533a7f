import { operationOf, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock, type ScriptedReply } from "../src/index.js";
import { createAdmin } from "./admin-calls.js";
import { eventsOf, streamFaults } from "./events.js";
import { createManualClock } from "./manual-clock.js";
import { bearer, exampleRequest } from "./requests.js";

type Fields = Record<string, unknown>;

const query = JSON.parse(String(exampleRequest("queryBot").init.body)) as Fields;
const messages = [{ role: "user", content: "Hello" }];

/** One question on each interface that a model speaks through. */
const questions: Record<string, [string, Fields]> = {
  createChatCompletion: ["/v1/chat/completions", { model: "Claude-Haiku-4.5", messages }],
  createMessage: ["/v1/messages", { model: "claude-haiku-4-5", messages, max_tokens: 100 }],
  createResponse: ["/v1/responses", { model: "Claude-Haiku-4.5", input: "Hello" }],
  queryBot: ["/bot/Claude-Haiku-4.5", query],
};
const plainOperations = ["createChatCompletion", "createMessage", "createResponse"];

const headers = { ...bearer("sk-mock-full"), "content-type": "application/json", "anthropic-version": "2023-06-01" };

function mockOf(reply: ScriptedReply, options = {}) {
  const { fetch } = createMock({ state: { replies: [reply] }, latency: "instant", ...options });
  const ask = (operationId: string, fields: Fields = {}, more: Record<string, string> = {}) => {
    const [path = "", body] = questions[operationId] ?? [];
    const init = { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify({ ...body, ...fields }) };
    return fetch(`http://mock${path}`, init);
  };
  const plain = async (operationId: string) => {
    const body = (await (await ask(operationId)).json()) as Fields;
    expect(validateResponseBody(operationId, 200, "application/json", body)).toEqual([]);
    return body;
  };
  const streamed = async (operationId: string) => {
    const events = eventsOf(await (await ask(operationId, { stream: true })).text());
    expect(streamFaults(operationOf(operationId), events)).toEqual([]);
    return events.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data) as Fields);
  };
  return { ask, plain, streamed };
}

/** Returns each value of a member, wherever it stands, but for null and empty ones. */
function valuesOf(value: unknown, name: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([own, member]) =>
    own === name && member !== null && member !== "" ? [member] : valuesOf(member, name),
  );
}

test.each([
  ["createChatCompletion", "finish_reason", "content_filter"],
  ["createMessage", "stop_reason", "refusal"],
  ["createResponse", "incomplete_details", { reason: "content_filter" }],
])("%s tells of a reply that was filtered, plain and streamed", async (operationId, member, value) => {
  const { plain, streamed } = mockOf({ reply: { text: "I", finish: "content_filter" } });

  const [body, events] = [await plain(operationId), await streamed(operationId)];

  expect([valuesOf(body, member), valuesOf(events, member)]).toEqual([[value], [value]]);
});

test("a bot that streams chunks tells of a reply that was filtered", async () => {
  const { ask } = mockOf({ reply: { text: "I", finish: "content_filter" } });
  const parameters = { type: "object", properties: {} };
  const tools = [{ type: "function", function: { name: "look", description: "", parameters } }];

  const text = await (await ask("queryBot", { tools })).text();

  expect(text).toContain('"finish_reason":"content_filter"');
});

test.each(plainOperations)("%s reports the tokens that a reply states, and they are charged", async (operationId) => {
  const usage = { inputTokens: 1200, outputTokens: 340, reasoningTokens: 40 };
  const { plain, streamed } = mockOf({ reply: { text: "Hi", usage } });

  const body = await plain(operationId);
  const events = await streamed(operationId);

  const names =
    operationId === "createChatCompletion" ? ["prompt_tokens", "completion_tokens"] : ["input_tokens", "output_tokens"];
  expect(names.map((name) => valuesOf(body, name)[0])).toEqual([1200, 340]);
  if (operationId !== "createChatCompletion") expect(valuesOf(events, "output_tokens").at(-1)).toBe(340);
});

test("what a reply leaves out of its usage is counted", async () => {
  const { plain } = mockOf({ reply: { text: "One two three", usage: { inputTokens: 7 } } });

  expect(await plain("createChatCompletion")).toMatchObject({
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
  });
});

test("the tokens that a reply states are charged", async () => {
  const { ask, of } = createAdmin();
  const balance = async () => (await of("GET", "/keys")).keys[0].points as number;
  const spent: number[] = [];
  for (const outputTokens of [1000, 2000]) {
    await of("POST", "/replies", { reply: { text: "Hi", usage: { inputTokens: 0, outputTokens } } });
    const before = await balance();
    await ask();
    spent.push(before - (await balance()));
  }

  expect(spent[1]).toBeGreaterThan(1.9 * (spent[0] ?? 0));
});

test.each([
  ["createChatCompletion", "content"],
  ["createMessage", "text"],
  ["queryBot", "text"],
])("%s cuts a stream where the reply says", async (operationId, member) => {
  const pieces = ["**bo", "ld", "** ", "\n\n|", "a|"];
  const { streamed } = mockOf({ reply: { pieces } });

  const texts = valuesOf(await streamed(operationId), member);

  expect(texts.filter((text) => pieces.includes(String(text)))).toEqual(pieces);
});

test("createResponse cuts a stream where the reply says, and its plain text is whole", async () => {
  const { plain, streamed } = mockOf({ reply: { pieces: ["**bo", "ld** $<question>"] } });

  expect(valuesOf(await streamed("createResponse"), "delta")).toEqual(["**bo", "ld** Hello"]);
  expect((await plain("createResponse")).output_text).toBe("**bold** Hello");
});

test.each([
  ['{"city": "Os', ["arguments", ['{"city": "Os'], ['{"city":', ' "Os']]],
  [
    ['{"ci', 'ty": "Oslo"}'],
    ["arguments", ['{"city": "Oslo"}'], ['{"ci', 'ty": "Oslo"}']],
  ],
] as const)("chat completions give the arguments of a call as %j", async (given, [member, whole, pieces]) => {
  const { plain, streamed } = mockOf({
    reply: { toolCalls: [{ name: "look", arguments: given as string | string[] }] },
  });

  expect(valuesOf(await plain("createChatCompletion"), member)).toEqual(whole);
  expect(valuesOf(await streamed("createChatCompletion"), member)).toEqual(pieces);
});

test("responses give raw arguments whole and streamed", async () => {
  const { plain, streamed } = mockOf({ reply: { toolCalls: [{ name: "look", arguments: "{broken" }] } });

  expect(valuesOf(await plain("createResponse"), "arguments")).toEqual(["{broken"]);
  expect(valuesOf(await streamed("createResponse"), "delta").join("")).toBe("{broken");
});

test.each(["{broken", "[1]", ""])(
  "messages stream the raw arguments %j, and have none in a plain reply",
  async (raw) => {
    const { plain, streamed } = mockOf({ reply: { toolCalls: [{ name: "look", arguments: raw }] } });

    expect(valuesOf(await streamed("createMessage"), "partial_json").join("")).toBe(raw);
    expect(valuesOf(await plain("createMessage"), "input")).toEqual([{}]);
  },
);

test.each([false, true])("a reply has its own latency, streamed: %s", async (stream) => {
  const clock = createManualClock();
  const { ask } = mockOf({ latency: "first=5000,gap=0", reply: { text: "Hi" } }, { clock });
  let hasCome = false;
  const answered = ask("createChatCompletion", { stream }).then(async (response) => {
    await response.body?.getReader().read();
    hasCome = true;
  });
  await expect.poll(() => clock.sleepers).toBe(1);

  await clock.advance(4999);
  const early = hasCome;
  await clock.advance(1);
  await answered;

  expect(early).toBe(false);
});

test("a body has its own latency where no model speaks, and the header of a request is before it", async () => {
  const clock = createManualClock();
  const balance = { current_point_balance: 7 };
  const state = { replies: [{ operationId: "getBalance", latency: "first=5000", body: balance }] };
  const { fetch } = createMock({ clock, state, latency: "instant" });
  const ask = (more = {}) => fetch("http://mock/v1/balance", { headers: { ...headers, ...more } });

  const atOnce = await ask({ "x-mock-latency": "instant" });
  const answered = ask();
  await expect.poll(() => clock.sleepers).toBe(1);
  await clock.advance(5000);

  expect([atOnce.status, (await answered).status]).toEqual([200, 200]);
});

test.each<{ reply: ScriptedReply; says: string }>([
  { reply: { reply: { text: "Hi", pieces: ["H", "i"] } }, says: "/replies/0/reply/pieces 'pieces' is the text" },
  { reply: { reply: { pieces: [] } }, says: "/replies/0/reply/pieces" },
  { reply: { reply: { usage: { outputTokens: 5 } } }, says: "/replies/0/reply 'reply' says nothing" },
  {
    reply: { reply: { text: "Hi", usage: { outputTokens: 5, reasoningTokens: 6 } } },
    says: "/replies/0/reply/usage 'reasoningTokens' are part of 'outputTokens'",
  },
  {
    reply: { reply: { text: "Hi", usage: { reasoningTokens: 6 } } },
    says: "/replies/0/reply/usage 'reasoningTokens' are",
  },
  { reply: { reply: { text: "Hi", usage: { inputTokens: -1 } } }, says: "/replies/0/reply/usage/inputTokens" },
  { reply: { latency: "soon", reply: { text: "Hi" } }, says: "/replies/0/latency latency is soon; it must be one of" },
  {
    reply: { reply: { text: "Hi", finish: "refusal" as "stop" } },
    says: "must be one of stop, length, tool_calls, content_filter",
  },
])("a wrong reply is refused with its place: $says", ({ reply, says }) => {
  expect(() => createMock({ state: { replies: [reply] } })).toThrow(says);
});
