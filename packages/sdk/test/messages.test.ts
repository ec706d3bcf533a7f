import { expect, test } from "vitest";
import { clientAnswering, exampleNamed, failureOf, recordingClient, request } from "./stub-service.js";
import {
  clientStreaming,
  collectUnchanged,
  cutBefore,
  typedEvent as event,
  message,
  partialOf,
  payloadsOf,
  transcriptOf,
} from "./stub-streams.js";

const body = { ...request, max_tokens: 64 };
const transcript = (name: string) => transcriptOf("createMessage", name);
const open = (text: string) => clientStreaming(text).messages.stream(body);
const head = cutBefore(message.textStream, '"content_block_start"');
const end = event({ type: "message_stop" });

/** Adds these events up, without an end. */
const sumOf = (...events: { type: string }[]) => partialOf(message, events.map(event).join(""));

const start = (message: object) => ({ type: "message_start", message });
const change = (delta: object, usage?: object) => ({ type: "message_delta", delta, usage });
const textDelta = (index: number, text: unknown) => ({
  type: "content_block_delta",
  index,
  delta: { type: "text_delta", text },
});

test.each([
  ["messageToolUseStream", "messageToolUseReply"],
  ["messageThinkingStream", "messageThinkingReply"],
  ["messageMaxTokensStream", "messageMaxTokensReply"],
  ["messageStopSequenceStream", "messageStopSequenceReply"],
  ["messageCitationsStream", "messageCitationsReply"],
  ["messageTextStream", "messageTextReply"],
])("adds %s up to what %s says", async (stream, reply) => {
  const { content, stop_reason, stop_sequence } = exampleNamed("createMessage", reply) as Record<string, unknown>;

  const final = await open(transcript(stream)).final();

  expect(final).toMatchObject({ type: "message", role: "assistant", stop_reason, stop_sequence });
  expect(final.content.map(withoutIds)).toEqual((content as object[]).map(withoutIds));
});

test("adds up to the message with its id, its model and its usage", async () => {
  const [started] = payloadsOf(message.textStream);

  expect(await open(message.textStream).final()).toEqual({
    ...(started?.message as object),
    content: [{ type: "text", text: message.text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 16, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 16 },
  });
});

test("adds up parallel uses of tools, each with its input", async () => {
  const final = await open(transcript("messageParallelToolUseStream")).final();

  expect(final.content).toMatchObject([
    { type: "tool_use", id: "toolu_01Yp4NsCuF8gWz2TjLrQx6Bh", input: { place: "Bergen" } },
    { type: "tool_use", id: "toolu_01Vm9HbEkS3dXa7PyGtRw5Jc", input: { place: "Oslo" } },
  ]);
});

test("keeps the JSON of an input that was cut at max_tokens", async () => {
  const tool = { type: "tool_use", id: "t", name: "n", input: {} };
  const input = { type: "input_json_delta", partial_json: '{"pla' };

  const sum = await sumOf(
    start({}),
    { type: "content_block_start", index: 0, content_block: tool } as { type: string },
    { type: "content_block_delta", index: 0, delta: input } as { type: string },
    { type: "content_block_stop", index: 0 } as { type: string },
  );

  expect(sum).toMatchObject({ content: [{ ...tool, partial_json: '{"pla' }] });
});

test("gives the text of all blocks", async () => {
  expect(await open(transcript("messageThinkingStream")).text()).toBe("Nine sheep are left.");
});

test("throws the error of the service with what had come", async () => {
  expect(await failureOf(open(transcript("messageErrorStream")).final())).toMatchObject({
    name: "StreamError",
    type: "overloaded_error",
    message:
      "POST /v1/messages failed in the middle of its stream with overloaded_error: The upstream provider is overloaded. Try again later",
    partial: { content: [{ type: "text", text: "Wooden boats were built on the" }], stop_reason: null },
  });
});

test("reads a text whose block did not start", async () => {
  expect(await open(head + event(textDelta(1, "Hi")) + end).text()).toBe("Hi");
});

test("has no result before the first event, nor after a ping alone", async () => {
  expect(await sumOf()).toBeUndefined();
  expect(await sumOf({ type: "ping" })).toBeUndefined();
});

test("keeps the counts of the start that the end does not repeat", async () => {
  const sum = sumOf(start({ usage: { input_tokens: 9, output_tokens: 1 } }), change({}, { output_tokens: 7 }));

  expect(await sum).toMatchObject({ usage: { input_tokens: 9, output_tokens: 7 } });
});

test("leaves the events as they came, a usage inside the delta too", async () => {
  const cited = { type: "content_block_delta", index: 0, delta: { type: "citations_delta", citation: {} } };
  const events = [
    start({ usage: { input_tokens: 9 }, content: [{ type: "text", text: "Sev", citations: [] }] }),
    { ...change({ usage: { output_tokens: 7 } }), usage: {} },
    change({}, { output_tokens: 8 }),
    textDelta(0, "en"),
    cited,
  ];
  const stream = open(events.map(event).join("") + end);

  const seen = await collectUnchanged(stream);

  expect(await stream.final()).toMatchObject({
    content: [{ text: "Seven", citations: [{}] }],
    usage: { input_tokens: 9, output_tokens: 8 },
  });
  expect(seen).toMatchObject([...events, { type: "message_stop" }]);
});

test("gives blocks by index, whichever came first", async () => {
  const block = (index: number) => ({
    type: "content_block_start",
    index,
    content_block: { type: "text", text: `${index}` },
  });

  expect(await sumOf(start({}), block(10), block(2), block(0))).toMatchObject({
    content: [{ text: "0" }, { text: "2" }, { text: "10" }],
  });
});

test("adds a piece that names no block to the block of the piece before", async () => {
  const { index: _, ...unnamed } = textDelta(1, "ven");

  expect(await sumOf(start({}), textDelta(0, "A"), textDelta(1, "Se"), unnamed)).toMatchObject({
    content: [{ text: "A" }, { text: "Seven" }],
  });
});

test("keeps a message that is none in the error", async () => {
  const reply = { type: "message", role: "assistant", content: "Hi" };

  expect(await failureOf(clientAnswering(reply).messages.create(body))).toMatchObject({
    name: "ResponseFormatError",
    partial: reply,
  });
});

test("sends the version of the upstream interface that the headers name, and the betas that are asked for", async () => {
  const { client, sent } = recordingClient([exampleNamed("createMessage", "messageTextReply")]);
  const newer = client.withOptions({ defaultHeaders: { "anthropic-version": "2028-01-01" } });

  await client.messages.create(body, { headers: { "anthropic-version": "2030-01-01" } });
  await newer.messages.create(body);
  await newer.messages.create(body, { version: "2029-01-01" });
  await client.messages.create(body, { betas: ["a", "b"] });

  const named = sent.map(({ headers }) => [headers.get("anthropic-version"), headers.get("anthropic-beta")]);
  expect(named).toEqual([
    ["2030-01-01", null],
    ["2028-01-01", null],
    ["2029-01-01", null],
    ["2023-06-01", "a,b"],
  ]);
});

// The two examples are two replies, so what is random in them differs.
function withoutIds(block: object): object {
  const { id: _, signature: __, ...rest } = block as Record<string, unknown>;
  return rest;
}
