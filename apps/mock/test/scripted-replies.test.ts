import { responseOf } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock, type ScriptedReply } from "../src/index.js";
import { createClient, say } from "./client.js";
import { askPlain, askStreamed, type Dialect, dialectNames, dialects, textOf, valuesOf } from "./dialects.js";
import { createManualClock } from "./manual-clock.js";

const clientOf = (...replies: ScriptedReply[]) => createClient({ state: { replies } });
const call = (given: string | string[]) => ({ reply: { toolCalls: [{ name: "look", arguments: given }] } });

test.for(dialectNames)("%s streams a scripted text in pieces, whatever the length limit", async (dialect) => {
  const client = clientOf({ text: "opening hours", reply: { text: "We open at nine and close at five." } });
  const limit =
    dialect === "queryBot" ? {} : { [dialect === "createResponse" ? "max_output_tokens" : "max_tokens"]: 16 };

  const events = await askStreamed(client, dialect, { ...dialects[dialect].body("Your OPENING HOURS?"), ...limit });

  expect(textOf(dialect, events)).toBe("We open at nine and close at five.");
  expect(events.filter((event) => textOf(dialect, [event]) !== "").length).toBeGreaterThan(5);
});

test.for(dialectNames)("%s cuts a stream where the reply says", async (dialect) => {
  const events = await askStreamed(
    clientOf({ reply: { pieces: ["**bo", "ld** $<question>", "\n\n|", "a|"] } }),
    dialect,
  );

  const texts = events.map((event) => textOf(dialect, [event])).filter((text) => text !== "");
  expect(texts).toEqual(["**bo", "ld** Hello", "\n\n|", "a|"]);
});

test.for<[Dialect, given: string | string[], member: string, plain: unknown[], piece: string, pieces: string[]]>([
  ["createChatCompletion", '{"city": "Os', "arguments", ['{"city": "Os'], "arguments", ['{"city":', ' "Os']],
  ["createChatCompletion", ['{"ci', 'ty": 1}'], "arguments", ['{"city": 1}'], "arguments", ['{"ci', 'ty": 1}']],
  ["createResponse", "{broken", "arguments", ["{broken"], "delta", ["{broken"]],
  ["createMessage", "{broken", "input", [{}], "partial_json", ["{broken"]],
  ["createMessage", "[1]", "input", [{}], "partial_json", ["[1]"]],
  ["createMessage", "", "input", [{}], "partial_json", []],
])("%s gives the raw arguments %j of a call", async ([dialect, given, member, plain, piece, pieces]) => {
  expect(valuesOf(await askPlain(clientOf(call(given)), dialect), member)).toEqual(plain);
  expect(valuesOf(await askStreamed(clientOf(call(given)), dialect), piece)).toEqual(pieces);
});

test("a bot that streams chunks tells of a reply that was filtered", async () => {
  const tools = [{ type: "function", function: { name: "look", description: "", parameters: { type: "object" } } }];

  const events = await askStreamed(clientOf({ reply: { text: "I", finish: "content_filter" } }), "queryBot", { tools });

  expect(valuesOf(events, "finish_reason")).toEqual(["content_filter"]);
});

test("what a reply leaves out of its usage is counted", async () => {
  const client = clientOf({ reply: { text: "One two three", usage: { inputTokens: 7 } } });

  expect(await askPlain(client, "createChatCompletion")).toMatchObject({
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
  });
});

test("the tokens that a reply states are charged", async () => {
  const { chat, admin } = createClient();
  const balance = async () => (await admin("GET", "/keys")).keys[0].points as number;
  const spent: number[] = [];
  for (const outputTokens of [1000, 2000]) {
    await admin("POST", "/replies", { reply: { text: "Hi", usage: { inputTokens: 0, outputTokens } } });
    const before = await balance();
    await chat();
    spent.push(before - (await balance()));
  }

  expect(spent[1]).toBeGreaterThan(1.9 * (spent[0] ?? 0));
});

const chatCalls = responseOf("createChatCompletion", 200)?.mediaTypes["application/json"]?.examples.chatToolCallsReply;

test("a scripted body with tool calls is not given again once their results are there", async () => {
  const client = clientOf({ operationId: "createChatCompletion", body: chatCalls?.value });
  const looked = { id: "call_1", type: "function", function: { name: "look_up", arguments: "{}" } };
  const messages = [
    { role: "user", content: "Weather?" },
    { role: "assistant", content: null, tool_calls: [looked] },
    { role: "tool", tool_call_id: "call_1", content: "Rain" },
  ];

  expect(await askPlain(client, "createChatCompletion", { messages })).toMatchObject({
    choices: [{ finish_reason: "stop" }],
  });
});

test("the n-th answer of a conversation can be scripted", async () => {
  const client = clientOf({ turn: 2, reply: { text: "The second." } }, { reply: { text: "Another." } });
  const turns = ["user", "assistant", "user"].map((role) => ({ role, content: "One" }));

  expect(await say(client, "One")).toBe("Another.");
  expect(await say(client, "", { messages: turns })).toBe("The second.");
});

test("the first scripted reply that matches is given, and one with times so many times", async () => {
  const client = clientOf(
    { model: "Claude-Haiku-4.5", reply: { text: "for another model" } },
    { operationId: "createMessage", reply: { text: "for another operation" } },
    { pattern: "^bye", reply: { text: "for other words" } },
    { pattern: "^h(i|ello)", times: 1, reply: { text: "once" } },
    { text: "hello", reply: { text: "always" } },
  );

  expect([await say(client, "Hello"), await say(client, "Hello"), await say(client, "Hello")]).toEqual([
    ...["once", "always", "always"],
  ]);
});

test.for<[Dialect, string]>([
  ["createChatCompletion", "/v1/chat/completions"],
  ["queryBot", "/bot/Poster"],
])("a bot that makes pictures answers %s with the scripted text", async ([dialect, path]) => {
  const architecture = { input_modalities: ["text"], output_modalities: ["image"] };
  const bots = [{ name: "Poster", architecture }];
  const { post } = createClient({ state: { bots, replies: [{ reply: { text: "Closed." } }] } });

  const stream = await (await post(path, { ...dialects[dialect].body("Hi"), model: "Poster", stream: true })).text();

  expect(stream).toContain('"Closed."');
  expect(stream).not.toContain("/media/");
});

test.for([false, true])("a reply has its own latency, streamed: %s", async (stream) => {
  const clock = createManualClock();
  const replies = [{ latency: "first=5000,gap=0", reply: { text: "Hi" } }];
  const { chat } = createClient({ clock, state: { replies } });
  let hasCome = false;
  const answered = chat({ stream }).then(async (response) => {
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

test("a body of an operation without a model has its own latency, which the header of a request overrides", async () => {
  const clock = createManualClock();
  const body = { current_point_balance: 7 };
  const { get } = createClient({
    clock,
    state: { replies: [{ operationId: "getBalance", latency: "first=5000", body }] },
  });

  const atOnce = await get("/v1/balance", { headers: { "x-mock-latency": "instant" } });
  const answered = get("/v1/balance");
  await expect.poll(() => clock.sleepers).toBe(1);
  await clock.advance(5000);

  expect([await atOnce.json(), await (await answered).json()]).toEqual([body, body]);
});

const words = (reply: ScriptedReply["reply"] & object): ScriptedReply => ({ reply });

test.for<[ScriptedReply, says: string]>([
  [{}, "needs either 'reply' or 'body'"],
  [words({}), "'reply' says nothing"],
  [{ operationId: "getBalance", ...words({ text: "Hi" }) }, "No model speaks in getBalance"],
  [{ operationId: "sing", ...words({ text: "Hi" }) }, "The contract has no operation 'sing'."],
  [{ operationId: "toString", body: {} }, "The contract has no operation 'toString'."],
  [{ body: {} }, "A 'body' needs the 'operationId'"],
  [{ operationId: "queryBot", body: {} }, "of an operation that answers with JSON"],
  [words({ text: "Hi", finish: "tool_calls" }), "'toolCalls' has none"],
  [{ operationId: "createMessage", body: { type: "message", role: 7 } }, "role"],
  [words({ text: "Hi", pieces: ["H", "i"] }), "/replies/0/reply/pieces 'pieces' is the text"],
  [words({ pieces: [] }), "/replies/0/reply/pieces"],
  [words({ usage: { outputTokens: 5 } }), "/replies/0/reply 'reply' says nothing"],
  [
    words({ text: "Hi", usage: { outputTokens: 5, reasoningTokens: 6 } }),
    "/replies/0/reply/usage 'reasoningTokens' are part of 'outputTokens'",
  ],
  [words({ text: "Hi", usage: { reasoningTokens: 6 } }), "/replies/0/reply/usage 'reasoningTokens' are"],
  [words({ text: "Hi", usage: { inputTokens: -1 } }), "/replies/0/reply/usage/inputTokens"],
  [{ latency: "soon", ...words({ text: "Hi" }) }, "/replies/0/latency latency is soon; it must be one of"],
  [words({ text: "Hi", finish: "refusal" as "stop" }), "must be one of stop, length, tool_calls, content_filter"],
])("the scripted reply %j is refused when it is loaded: %s", ([reply, says]) => {
  expect(() => createMock({ state: { replies: [reply] } })).toThrow(says);
});

test.for<[string, stream: boolean, isKept: boolean]>([
  ...["reset", "empty-body", "cut-json", "html-200"].map((fault) => [fault, false, true] as [string, boolean, boolean]),
  ...["reset", "reset;at=2", "clean-cut", "half-frame", "broken-json", "error-event"].map(
    (fault) => [fault, true, true] as [string, boolean, boolean],
  ),
  ...["slow-headers;ms=1", "split-bytes", "duplicate-end"].map(
    (fault) => [fault, true, false] as [string, boolean, boolean],
  ),
])("after the fault %s, streamed: %s, a reply of one time is kept for the next attempt: %s", async (row) => {
  const [fault, stream, isKept] = row;
  const replies = ["The first words of a long answer.", "The second."].map((text) => ({ times: 1, reply: { text } }));
  const { chat } = createClient({ state: { replies }, faults: [`${fault} times=1`] });
  const asked = async () => (await chat({ stream })).text();

  const attempt = await asked().catch(() => "");

  if (!isKept) expect(attempt).toContain("first");
  if (isKept) expect(await asked()).toContain("first");
  expect(await asked()).toContain("second");
});
