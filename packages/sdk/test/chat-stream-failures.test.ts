import { describe, expect, test } from "vitest";
import { ResponseFormatError, StreamError, type StreamedChatCompletion, StreamIncompleteError } from "../src/index.js";
import { clientOf, failureOf, streamRequest } from "./stub-service.js";
import {
  chunkOf,
  clientStreaming,
  collect,
  collectUntilFailure,
  streamText,
  wholeStreamOf,
  wireForms,
} from "./stub-streams.js";

const first = chunkOf({ role: "assistant", content: "" });
const text = "Sieben ist eine Primzahl — 7️⃣.";
const seven = chunkOf({ content: text });
const last = chunkOf({}, "stop");
const whole = streamText(first, seven, last, "[DONE]");
const error = { message: "upstream closed", type: "api_error", code: "internal_error" };

describe.each(wireForms)("a stream $form", (form) => {
  const open = (stream: string, maxEventBytes?: number) =>
    clientStreaming(stream, form, { maxEventBytes }).chat.completions.create(streamRequest);

  test.each([
    ["after a chunk", streamText(first, seven), text],
    ["after the finish reason", streamText(first, seven, last), text],
    ["in an event", whole.slice(0, whole.indexOf("Primzahl")), ""],
    ["before the blank line of [DONE]", whole.slice(0, -1), text],
    ["before anything", "", undefined],
    ["after a comment", ": ping\n\n", undefined],
  ])("throws when it ends %s", async (_where, stream, content) => {
    const { failure } = await collectUntilFailure(await open(stream));

    expect(failure).toBeInstanceOf(StreamIncompleteError);
    expect(failure).toMatchObject({
      status: 200,
      requestId: "req-1",
      message: "POST /v1/chat/completions ended its stream before the end marker; the reply so far is in error.partial",
    });
    expect((failure as StreamIncompleteError<StreamedChatCompletion>).partial?.choices[0]?.message.content).toBe(
      content,
    );
  });

  test.each([
    ["without a name", streamText(first, seven, { error })],
    ["by name", `${streamText(first, seven)}event: error\n${streamText({ error })}`],
    ["by name, without the envelope", `${streamText(first, seven)}event: error\n${streamText(error)}`],
    ["in a chunk", streamText(first, seven, { ...last, error })],
    ["before [DONE]", streamText(first, seven, { error }, "[DONE]")],
  ])("throws an error event that comes %s", async (_how, stream) => {
    const { items, failure } = await collectUntilFailure(await open(stream));

    expect(items).toEqual([first, seven]);
    expect(failure).toBeInstanceOf(StreamError);
    expect(failure).toMatchObject({
      status: 200,
      type: "api_error",
      code: "internal_error",
      requestId: "req-1",
      message: "POST /v1/chat/completions failed in the middle of its stream with api_error: upstream closed",
      partial: { choices: [{ message: { content: text }, finish_reason: null }] },
    });
  });

  test("throws an error event that is only text", async () => {
    const { failure } = await collectUntilFailure(await open(`${streamText(first)}event: error\ndata: overloaded\n\n`));

    expect(failure).toMatchObject({
      name: "StreamError",
      message: "POST /v1/chat/completions failed in the middle of its stream: overloaded",
    });
  });

  test.each([
    ["malformed JSON", "{choices: []}"],
    ["cut JSON", '{"id":"chatcmpl-1","cho'],
  ])("throws when an event holds %s, after the chunks before it", async (_what, data) => {
    const { items, failure } = await collectUntilFailure(await open(streamText(first, seven, data, last, "[DONE]")));

    expect(items).toEqual([first, seven]);
    expect(failure).toBeInstanceOf(ResponseFormatError);
    expect(failure).toMatchObject({
      status: 200,
      requestId: "req-1",
      excerpt: typeof data === "string" ? data : JSON.stringify(data),
    });
  });

  test.each([
    ["no object", "7"],
    ["null", "null"],
    ["choices that are no list", { ...first, choices: "none" }],
    ["no choices in a chunk", { object: "chat.completion.chunk" }],
    ["a choice that is no object", { ...first, choices: [7] }],
    ["a choice without a delta", { ...first, choices: [{ index: 0, finish_reason: "stop" }] }],
    ["a delta that is no object", { ...first, choices: [{ index: 0, delta: "x", finish_reason: null }] }],
  ])("reads on after an event that holds %s", async (_what, data) => {
    const chunks = await collect(await open(streamText(first, seven, data, last, "[DONE]")));
    const final = await (await open(streamText(first, seven, data, last, "[DONE]"))).final();

    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe(text);
    expect(final).toMatchObject({ choices: [{ message: { content: text }, finish_reason: "stop" }] });
  });

  test("refuses an event larger than maxEventBytes, after the chunks before it", async () => {
    const stream = await open(streamText(first, chunkOf({ content: "x".repeat(1000) }), "[DONE]"), 500);

    const { items, failure } = await collectUntilFailure(stream);

    expect(items).toEqual([first]);
    expect(failure).toBeInstanceOf(ResponseFormatError);
    expect(failure).toMatchObject({
      message: expect.stringMatching(
        /^POST \/v1\/chat\/completions answered 200 with an event larger than maxEventBytes \(500\)/,
      ),
    });
  });

  test("refuses to make a reply of a stream without a chunk", async () => {
    const stream = await open("data: [DONE]\n\n");

    expect(await failureOf(stream.final())).toBeInstanceOf(ResponseFormatError);
  });
});

const openCut = () =>
  clientOf(async () => wholeStreamOf(streamText(first, seven))).chat.completions.create(streamRequest);

test("throws the same failure again from final() and from the loop", async () => {
  const stream = await openCut();
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.next();
  const failure = await failureOf(iterator.next());

  expect(await failureOf(iterator.next())).toBe(failure);
  expect(await failureOf(stream.final())).toBe(failure);
  expect(await failureOf(stream.text())).toBe(failure);
});

test("fails the web stream with the failure of the stream", async () => {
  const { items, failure } = await collectUntilFailure((await openCut()).toReadableStream());

  expect(items).toEqual([first, seven]);
  expect(failure).toBeInstanceOf(StreamIncompleteError);
});

test("keeps the partial reply out of what is printed", async () => {
  const failure = (await failureOf((await openCut()).final())) as StreamIncompleteError<StreamedChatCompletion>;

  expect(JSON.stringify(failure) + failure.stack).not.toContain("Sieben");
  expect(failure.partial?.choices[0]?.message.content).toBe(text);
});
