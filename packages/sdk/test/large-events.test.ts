import { expect, test } from "vitest";
import type { ModelAccess } from "../src/index.js";
import { request } from "./stub-service.js";
import { chunkOf, clientStreaming, streamText, wireForms } from "./stub-streams.js";

// What takes time by the square takes minutes at these sizes, so the suite's own limit ends such a test.
const many = 200_000;
const manyCalls = 50_000;
const severalTimes = 20_000;

const listOf = <Item>(length: number, itemAt: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => itemAt(index));
const fieldsOf = (length: number) => Object.fromEntries(listOf(length, (index) => [`field${index}`, index]));

function clientOfEvents(...events: unknown[]): ModelAccess {
  const [whole] = wireForms as [(typeof wireForms)[number]];
  return clientStreaming(streamText(...events), whole, { maxEventBytes: 64 * 1024 * 1024 });
}

const chatOf = (...chunks: unknown[]) => clientOfEvents(...chunks, "[DONE]").chat.completions.stream(request);

const messageOf = (message: object, ...events: unknown[]) =>
  clientOfEvents({ type: "message_start", message }, ...events, { type: "message_stop" }).messages.stream({
    ...request,
    max_tokens: 1,
  });

const responseOf = (...events: unknown[]) =>
  clientOfEvents(...events, { type: "response.completed", response: {} }).responses.stream({ model: "m", input: "?" });

function botOf(...events: [name: string, payload: unknown][]) {
  const [whole] = wireForms as [(typeof wireForms)[number]];
  const text = events.map(([name, payload]) => `event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`).join("");
  const client = clientStreaming(`${text}event: done\ndata: {}\n\n`, whole, { maxEventBytes: 64 * 1024 * 1024 });
  return client.bots.respond({ bot: "b", messages: [{ role: "user", content: "Hello" }] });
}

const callOf = (index: number) => ({ id: `call_${index}`, function: { name: "f", arguments: "{}" } });
const textPart = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });
const itemDone = (content: unknown) => ({
  type: "response.output_item.done",
  output_index: 0,
  item: { type: "message", content },
});
const textDelta = (delta: unknown, content_index = 0) => ({
  type: "response.output_text.delta",
  output_index: 0,
  content_index,
  delta,
});

test("adds up a chunk of tool calls that have no index", async () => {
  const final = await chatOf(chunkOf({ tool_calls: listOf(manyCalls, callOf) })).final();

  expect(final.choices[0]?.message.tool_calls).toHaveLength(manyCalls);
  expect(final.choices[0]?.message.tool_calls?.at(-1)).toMatchObject({ id: `call_${manyCalls - 1}` });
});

test("goes on with tool calls by their ids, however many there are", async () => {
  const calls = listOf(manyCalls, callOf);

  const final = await chatOf(chunkOf({ tool_calls: calls }), chunkOf({ tool_calls: calls })).final();

  expect(final.choices[0]?.message.tool_calls).toHaveLength(manyCalls);
  expect(final.choices[0]?.message.tool_calls?.at(-1)).toMatchObject({ function: { arguments: "{}{}" } });
});

test("appends a long list of a delta", async () => {
  const annotations = listOf(many, (n) => ({ n }));

  const final = await chatOf(chunkOf({ annotations }), chunkOf({ annotations })).final();

  expect(final.choices[0]?.message.annotations).toHaveLength(2 * many);
});

test("appends the log probabilities of a long chunk", async () => {
  const logprobs = { content: listOf(many, (n) => ({ token: `${n}` })) };
  const chunk = { ...chunkOf({}), choices: [{ index: 0, delta: {}, logprobs }] };

  const final = await chatOf(chunk, chunk).final();

  expect(final.choices[0]).toMatchObject({ logprobs: { content: { length: 2 * many } } });
});

test("gives very many choices by index", async () => {
  const choices = listOf(many, (n) => ({ index: many - 1 - n, delta: { content: "x" }, finish_reason: null }));
  const chunk = { ...chunkOf({}), choices };

  const final = await chatOf(chunk, chunk).final();

  expect(final.choices.every(({ index }, place) => index === place)).toBe(true);
  expect(final.choices).toHaveLength(many);
  expect(final.choices[0]?.message.content).toBe("xx");
});

test("does not copy what came before with every chunk", async () => {
  const chunks = listOf(severalTimes, () => chunkOf({ content: "x" }));

  const final = await chatOf({ ...chunkOf(fieldsOf(severalTimes)), ...fieldsOf(severalTimes) }, ...chunks).final();

  expect(final.choices[0]?.message.content).toHaveLength(severalTimes);
});

test("takes a message that starts with very many blocks", async () => {
  const content = listOf(many, () => ({ type: "text", text: "x" }));

  const stream = messageOf({ content });

  expect((await stream.final()).content).toHaveLength(many);
  expect(await stream.text()).toHaveLength(many);
});

test("appends citations to a block that has very many", async () => {
  const citations = listOf(many, (n) => ({ n }));
  const delta = { type: "citations_delta", citation: {} };

  const final = await messageOf(
    {},
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "", citations } },
    ...listOf(severalTimes, () => ({ type: "content_block_delta", index: 0, delta })),
  ).final();

  expect(final.content).toMatchObject([{ citations: { length: many + severalTimes } }]);
});

test("does not copy a message with every change of it", async () => {
  const usage = { output_tokens: 1 };
  const changes = listOf(severalTimes, () => ({ type: "message_delta", delta: { usage }, usage }));

  const final = await messageOf({ ...fieldsOf(severalTimes), usage: fieldsOf(severalTimes) }, ...changes).final();

  expect(Object.keys(final.usage)).toHaveLength(severalTimes + 1);
});

test("does not copy a response with every word of its progress", async () => {
  const progress = listOf(severalTimes, (n) => ({ type: "response.in_progress", response: { n } }));

  const final = await responseOf({ type: "response.created", response: fieldsOf(severalTimes) }, ...progress).final();

  expect(final).toMatchObject({ field0: 0, n: severalTimes - 1 });
});

test("takes an output item with very many parts", async () => {
  const final = await responseOf(itemDone(listOf(many, () => textPart("x"))), textDelta("y", many - 1)).final();

  expect(final.output_text).toHaveLength(many + 1);
});

test("takes parts of a response from the last to the first", async () => {
  const parts = listOf(severalTimes, (n) => textDelta("x", severalTimes - n));

  const final = await responseOf(...parts, ...parts).final();

  expect(final.output).toMatchObject([{ content: { length: severalTimes, 0: { text: "xx" } } }]);
});

test("appends the log probabilities of a long delta of a response", async () => {
  const delta = { ...textDelta("x"), logprobs: listOf(many, (n) => ({ token: `${n}` })) };

  const final = await responseOf(delta, delta).final();

  expect(final.output).toMatchObject([{ content: [{ text: "xx", logprobs: { length: 2 * many } }] }]);
});

test("adds up very many tool calls and answers of a bot", async () => {
  const delta = { tool_calls: listOf(manyCalls, callOf) };
  const texts = listOf<[string, unknown]>(severalTimes, (n) => ["text", { text: "x", index: severalTimes - n }]);

  const reply = await botOf(["json", { choices: [{ delta }] }], ...texts).final();

  expect(reply.tool_calls).toHaveLength(manyCalls);
  expect(reply.answers).toHaveLength(severalTimes + 1);
  expect(reply.answers?.every(({ index }, place) => index === place)).toBe(true);
});
