import { expect, test } from "vitest";
import { StreamError, version } from "../src/index.js";
import {
  clientAnswering,
  clientOf,
  exampleNamed,
  exampleOf,
  examplesOf,
  failureOf,
  request,
  streamRequest,
} from "./stub-service.js";
import {
  chat,
  chunkOf,
  clientStreaming,
  collect,
  collectUntilFailure,
  namedEvent,
  partialOf,
  streamText,
  transcripts,
} from "./stub-streams.js";

const first = chunkOf({ role: "assistant", content: "" });
const text = "Sieben ist eine Primzahl — 7️⃣.";
const seven = chunkOf({ content: text });
const last = chunkOf({}, "stop");
const error = { message: "upstream closed", type: "api_error", code: "internal_error" };

const open = (stream: string) => clientStreaming(stream).chat.completions.stream(request);
const create = (reply: unknown) => clientAnswering(reply).chat.completions.create(request);

// Tests also send what the types do not allow.
type Sum = Awaited<ReturnType<ReturnType<typeof open>["final"]>>;

/** Adds these chunks up, without an end. */
const sumOf = async (...chunks: object[]) => (await partialOf(chat, streamText(...chunks))) as Sum | undefined;
const messageOf = async (...deltas: object[]) =>
  (await sumOf(...deltas.map((delta) => chunkOf(delta))))?.choices[0]?.message;

test("sends the body as JSON with the key, asks for JSON, and follows no redirect", async () => {
  const calls: { url: string; init: RequestInit }[] = [];
  const client = clientOf(async (url, init) => {
    calls.push({ url, init });
    return Response.json(exampleOf("createChatCompletion", "200"));
  });

  await client.chat.completions.create(request);

  expect(calls).toHaveLength(1);
  const [{ url, init }] = calls as [(typeof calls)[number]];
  expect(url).toBe("https://api.example/v1/chat/completions");
  expect(init).toMatchObject({ method: "POST", redirect: "manual", body: JSON.stringify(request) });
  expect(Object.fromEntries(new Headers(init.headers))).toEqual({
    accept: "application/json",
    authorization: "Bearer sk-test-0123456789abcdef",
    "content-type": "application/json",
    "user-agent": `model-access-sdk/${version}`,
  });
});

test("asks for an event stream, in the body and in the headers", async () => {
  const asked: unknown[] = [];
  const client = clientOf(async (_url, { body, headers }) => {
    asked.push(JSON.parse(String(body)), new Headers(headers).get("accept"));
    return new Response("data: [DONE]\n\n", { headers: { "content-type": "text/event-stream" } });
  });

  await collect(client.chat.completions.stream(request));

  expect(asked).toEqual([streamRequest, "text/event-stream"]);
});

test.each(examplesOf("createChatCompletion", "200"))("gives the reply %s as it came", async (_name, reply) => {
  expect(await create(reply)).toEqual(reply);
});

test("passes on fields and values that the contract does not know", async () => {
  const message = { role: "narrator", mood: "calm" };
  const reply = { choices: [{ index: 0, message, finish_reason: "tired" }], weather: ["rain"] };

  expect(await create(reply)).toEqual(reply);
});

test.each([
  "application/json; charset=utf-8",
  "Application/JSON",
  "application/problem+json",
  "application/json, application/json",
])("reads a reply of the media type %s", async (mediaType) => {
  const headers = { "content-type": mediaType };
  const client = clientAnswering(exampleOf("createChatCompletion", "200"), { headers });

  expect(await client.chat.completions.create(request)).toHaveProperty("choices");
});

test("passes on the complaint about a body that cannot be sent", async () => {
  const circular: Record<string, unknown> = { ...request };
  circular.self = circular;

  // The type forbids it; JavaScript does not.
  expect(await failureOf(clientAnswering("{}").chat.completions.create(circular as never))).toBeInstanceOf(TypeError);
});

test.each([
  ["chatTextStream", "chatTextReply"],
  ["chatToolCallsStream", "chatToolCallsReply"],
  ["chatReasoningStream", "chatReasoningReply"],
  ["chatLengthStream", "chatLengthReply"],
])("adds %s up to %s", async (name, reply) => {
  const stream = transcripts.find((one) => one.name === name)?.stream ?? "";
  const { usage, ...rest } = exampleNamed("createChatCompletion", reply) as { usage: object };

  // A stream has its usage only where it was asked for.
  expect(await open(stream).final()).toEqual(stream.includes('"prompt_tokens"') ? { ...rest, usage } : rest);
});

test.each(transcripts.filter(({ operationId, isFailed }) => operationId === chat.operationId && !isFailed))(
  "adds $name up to the text of its chunks, with a reason to end",
  async ({ stream: text }) => {
    const stream = open(text);
    const said = (await collect(stream)).map(({ choices }) => choices[0]?.delta.content ?? "").join("");

    const [choice] = (await stream.final()).choices;

    expect(choice?.message.content ?? "").toBe(said);
    expect(choice?.finish_reason).toEqual(expect.any(String));
    for (const call of choice?.message.tool_calls ?? [])
      expect(JSON.parse(call.function.arguments)).toBeTypeOf("object");
  },
);

test.each([
  ["a null error, which is none", { ...seven, error: null }],
  ["a field that it does not know", { ...seven, weather: "rain" }],
  ["an event that it does not know", { object: "chat.completion.tomorrow", score: 1 }],
  ["an event without a kind", { novel: true }],
  ["an enum value that it does not know", chunkOf({ role: "narrator" }, "tired")],
])("passes on %s", async (_what, data) => {
  const stream = open(streamText(first, data, last, "[DONE]"));
  const items: object[] = [];

  for await (const chunk of stream) {
    items.push(chunk);
    // What a loop of users reads is there.
    void chunk.choices[0]?.delta.content;
  }

  expect(items).toEqual([first, data, last]);
  expect(await stream.final()).toMatchObject({ id: "chatcmpl-1", choices: [{ finish_reason: "stop" }] });
});

test.each([
  ["without a name", streamText({ error })],
  ["by name", namedEvent("error", { error })],
  ["by name, without the envelope", namedEvent("error", error)],
  ["in a chunk", streamText({ ...last, error })],
  ["before [DONE]", streamText({ error }, "[DONE]")],
])("throws an error event that comes %s", async (_how, event) => {
  const { items, failure } = await collectUntilFailure(open(streamText(first, seven) + event));

  expect(items).toEqual([first, seven]);
  expect(failure).toBeInstanceOf(StreamError);
  expect(failure).toMatchObject({
    type: "api_error",
    code: "internal_error",
    message: "POST /v1/chat/completions failed in the middle of its stream with api_error: upstream closed",
    partial: { choices: [{ message: { content: text }, finish_reason: null }] },
  });
});

test("throws an error event that is only text", async () => {
  expect(await failureOf(open(streamText(first) + namedEvent("error", "overloaded")).final())).toMatchObject({
    name: "StreamError",
    message: "POST /v1/chat/completions failed in the middle of its stream: overloaded",
  });
});

test("has no result before the first chunk, and no usage where none came", async () => {
  expect(await sumOf()).toBeUndefined();
  expect(await sumOf({ ...seven, usage: null })).not.toHaveProperty("usage");
});

test.each([
  [
    "the pieces of the text",
    [{ role: "assistant", content: "" }, { content: "Sev" }, { content: "en" }, { content: null }, {}],
    { role: "assistant", content: "Seven" },
  ],
  [
    "reasoning and refusal apart from the text, whose content is null where no piece of it came",
    [
      { reasoning_content: "Is 7 ", reasoning: "Is 7 " },
      { reasoning_content: "prime?", reasoning: "prime?" },
      { refusal: "N" },
      { refusal: "o" },
    ],
    {
      role: "assistant",
      content: null,
      reasoning_content: "Is 7 prime?",
      reasoning: "Is 7 prime?",
      refusal: "No",
    },
  ],
])("joins %s", async (_what, deltas, expected) => {
  expect(await messageOf(...deltas)).toEqual(expected);
});

type Piece = { index?: unknown; id?: string; function: object };

/** A piece of a tool call, which has a name where it has an id. */
const piece = (args: string, index?: unknown, id?: string, isNamed = id !== undefined): Piece => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id, type: "function" }),
  function: { ...(isNamed ? { name: "getWeather" } : {}), arguments: args },
});
const [half, o, b] = ['{"city":', '"Oslo"}', '"Bergen"}'];
const [osloArgs, bergenArgs] = [half + o, half + b];
const oslo = { id: "call_1", type: "function", function: { name: "getWeather", arguments: osloArgs } };
const bergen = { id: "call_2", type: "function", function: { name: "getWeather", arguments: bergenArgs } };
const byId = (index?: unknown): Piece[] => [
  piece(half, index, "call_1"),
  piece(o, index),
  piece("", index, "call_2"),
  piece(bergenArgs, index, "call_2", false),
];

test.each<[string, Piece[], object[]?]>([
  [
    "by index",
    [piece("", 0, "call_1"), piece(half, 0), piece(half, 1, "call_2"), piece(o, 0), piece(b, 1)], // in turns
  ],
  ["in the order of their indices", [piece(bergenArgs, 1, "call_2"), piece(osloArgs, 0, "call_1")]],
  ["by id where the index is missing", byId()],
  ...[-1, 0.5, 2 ** 53, "0"].map((index): [string, Piece[]] => [`by id where the index is ${index}`, byId(index)]),
  [
    "after the highest index for a new id without one",
    [piece(osloArgs, 4, "call_1"), piece(half, undefined, "call_2"), piece(b, 5)],
  ],
  ["apart that a gateway gives the same index", [piece(osloArgs, 0, "call_1"), piece(half, 0, "call_2"), piece(b, 0)]],
  [
    "with a new id that has no name as one more piece",
    [piece(half, 0, "call_1"), piece(o, 0, "call_9", false), piece(bergenArgs, 1, "call_2")],
    [{ ...oslo, id: "call_9" }, bergen],
  ],
  ["with a name that is repeated in every piece once", [piece(half, 0, "call_1"), piece(o, 0, "call_1")], [oslo]],
])("puts tool calls together %s, in chunks and in one", async (_how, calls, expected = [oslo, bergen]) => {
  const apart = await messageOf(...calls.map((call) => ({ tool_calls: [call] })));
  const together = await messageOf({ tool_calls: calls });

  expect(apart).toMatchObject({ content: null, tool_calls: expected });
  expect(together?.tool_calls).toEqual(expected);
});

test("keeps what a provider adds to a tool call", async () => {
  const extra_content = { google: { thought_signature: "c2ln" } };

  const message = await messageOf({ tool_calls: [{ index: 0, ...oslo, extra_content }] });

  expect(message?.tool_calls).toEqual([{ ...oslo, extra_content }]);
});

test("gives choices by index, whichever came first, and those without a number last", async () => {
  const choiceAt = (index: unknown) => ({ index, delta: { content: String(index) }, finish_reason: null });

  const sum = await sumOf({ ...chunkOf({}), choices: [2, "b", 10, "a", -1, 0].map(choiceAt) });

  expect(sum?.choices.map(({ message }) => message.content)).toEqual(["-1", "0", "2", "10", "b", "a"]);
});

test("takes the usage from the chunk without choices, of whatever kind it says to be", async () => {
  const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 };

  for (const chunk of [{ ...chunkOf({}), choices: [], usage }, { usage }]) {
    const sum = await sumOf({ ...seven, usage: null }, { ...last, usage: null }, chunk);

    expect(sum).toMatchObject({ usage, choices: [{ message: { content: text }, finish_reason: "stop" }] });
  }
});

test("appends lists and log probabilities, and leaves the chunks as they came", async () => {
  const chunkWith = (n: number, token: string) => {
    const chunk = chunkOf({ annotations: [{ type: "url_citation", n }] });
    const logprobs = { content: [{ token }], refusal: null };
    return { ...chunk, choices: [{ ...chunk.choices[0], logprobs }] };
  };
  const chunks = [chunkWith(1, "7"), chunkWith(2, ".")];
  const stream = open(streamText(...chunks, "[DONE]"));

  const seen = await collect(stream);

  expect(seen).toEqual(chunks);
  const [choice] = (await stream.final()).choices;
  expect(choice?.message.annotations).toMatchObject([{ n: 1 }, { n: 2 }]);
  expect(choice).toMatchObject({ logprobs: { content: [{ token: "7" }, { token: "." }] } });
});

test("keeps fields that it does not know, the last value of each", async () => {
  const sum = await sumOf(
    { ...chunkOf({ content: "7", mood: { calm: 1 } }), weather: "rain" },
    { ...chunkOf({ mood: { calm: 2 } }), weather: "sun", obfuscation: "xxxx" },
  );

  expect(sum).toMatchObject({ weather: "sun", choices: [{ message: { content: "7", mood: { calm: 2 } } }] });
  expect(sum).not.toHaveProperty("obfuscation");
});

test("reads the note of a content filter after the last chunk", async () => {
  const note = {
    id: "",
    object: "",
    created: 0,
    model: "",
    choices: [{ index: 0, finish_reason: null, content_filter_results: {} }],
  };
  const ended = { ...last, choices: [{ index: 0, delta: null, finish_reason: "stop" }] };
  const stream = open(streamText(seven, ended, note, "[DONE]"));
  const seen: unknown[] = [];

  for await (const event of stream) seen.push(event.choices[0]?.delta.content ?? "", JSON.stringify(event));

  expect(seen).toEqual([
    text,
    JSON.stringify(seven),
    "",
    JSON.stringify({ ...last, choices: [{ index: 0, finish_reason: "stop" }] }),
    "",
    JSON.stringify(note),
  ]);
  expect(await stream.final()).toMatchObject({ choices: [{ message: { content: text }, finish_reason: "stop" }] });
});

test.each([
  ["a list of parts", [{ type: "text", text: "Se" }, { type: "thinking", thinking: "?" }, "ven"], "Seven"],
  ["a list of texts", ["Seven"], "Seven"],
  ["an object with a text", { text: "Seven" }, "Seven"],
  ["a number", 7, "7"],
  ["a boolean", true, ""],
  ["an object without a text", { image: "…" }, ""],
])("gives the text of a content that is %s, and keeps what came", async (_what, content, expected) => {
  const stream = open(streamText(chunkOf({ content }), "[DONE]"));
  const { choices } = await create({ choices: [{ message: { content } }] });

  expect(await stream.text()).toBe(expected);
  for (const [choice] of [(await stream.final()).choices, choices])
    expect(choice?.message).toMatchObject({ content: expected, content_parts: content });
});

test("gives the arguments of a tool call as JSON where they came as an object", async () => {
  const call = { id: "t1", type: "function", function: { name: "weather", arguments: { city: "Lisbon" } } };

  const streamed = await open(streamText(chunkOf({ tool_calls: [{ index: 0, ...call }] }), "[DONE]")).final();
  const answered = await create({ choices: [{ message: { content: null, tool_calls: [call] } }] });

  for (const { choices } of [streamed, answered])
    expect(choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe('{"city":"Lisbon"}');
});
