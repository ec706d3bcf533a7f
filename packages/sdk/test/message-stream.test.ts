import { describe, expect, test } from "vitest";
import { ResponseFormatError, StreamError, StreamIncompleteError } from "../src/index.js";
import { createMessages } from "../src/messages/index.js";
import { bareClientStreaming, cutBefore, payloadsOf, transcriptOf } from "./stub-client.js";
import { exampleOf, examplesOf, failureOf } from "./stub-service.js";
import { collect, collectUntilFailure, wireForms } from "./stub-streams.js";

const body = { model: "claude-sonnet-4.5", max_tokens: 64, messages: [{ role: "user" as const, content: "Hello" }] };
const transcript = (name: string) => transcriptOf("createMessage", name);
const textStream = transcript("messageTextStream");
const head = cutBefore(textStream, '"content_block_start"');
const event = (data: { type: string; [name: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const end = event({ type: "message_stop" });
const transcripts = examplesOf("createMessage", "200", "text/event-stream").map(
  ([name, text]) => [name, String(text)] as const,
);

// Which whole reply of the contract says the same as a stream.
const pairs = [
  ["messageToolUseStream", "messageToolUseReply"],
  ["messageThinkingStream", "messageThinkingReply"],
  ["messageMaxTokensStream", "messageMaxTokensReply"],
  ["messageStopSequenceStream", "messageStopSequenceReply"],
  ["messageCitationsStream", "messageCitationsReply"],
  ["messageTextStream", "messageTextReply"],
] as const;

describe.each(wireForms)("a messages stream $form", (form) => {
  const open = (text: string) => createMessages(bareClientStreaming(text, form)).stream(body);

  test.each(transcripts.filter(([, text]) => text.includes("message_stop")))(
    "gives every event of %s as it came",
    async (_name, text) => {
      expect(await collect(open(text))).toEqual(payloadsOf(text));
    },
  );

  test.each(pairs)("adds %s up to what %s says", async (stream, reply) => {
    const { content, stop_reason, stop_sequence } = replyOf(reply);

    const final = await open(transcript(stream)).final();

    expect(final).toMatchObject({ type: "message", role: "assistant", stop_reason, stop_sequence });
    expect(final.content.map(withoutIds)).toEqual((content as object[]).map(withoutIds));
  });

  test("adds up to the message with its id, its model and its usage", async () => {
    const [start] = payloadsOf(textStream);

    const final = await open(textStream).final();

    expect(final).toEqual({
      ...(start?.message as object),
      content: [{ type: "text", text: "The three primary colours of light are red, green and blue." }],
      stop_reason: "end_turn",
      usage: {
        input_tokens: 16,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: 16,
      },
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
    const text = [
      head,
      event({
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "t", name: "n", input: {} },
      }),
      event({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"pla' } }),
      event({ type: "content_block_stop", index: 0 }),
      end,
    ].join("");

    expect((await open(text).final()).content).toEqual([
      { type: "tool_use", id: "t", name: "n", input: {}, partial_json: '{"pla' },
    ]);
  });

  test("gives the text of all blocks", async () => {
    expect(await open(transcript("messageThinkingStream")).text()).toBe("Nine sheep are left.");
  });

  test("throws the error of the service with what had come", async () => {
    const { failure } = await collectUntilFailure(open(transcript("messageErrorStream")));

    expect(failure).toBeInstanceOf(StreamError);
    expect(failure).toMatchObject({
      type: "overloaded_error",
      message:
        "POST /v1/messages failed in the middle of its stream with overloaded_error: The upstream provider is overloaded. Try again later",
      partial: { content: [{ type: "text", text: "Wooden boats were built on the" }], stop_reason: null },
    });
  });

  test.each([
    ["before message_stop", cutBefore(textStream, '"message_stop"')],
    ["in the last event", textStream.trimEnd()],
    ["by the end marker of another interface", `${cutBefore(textStream, '"message_stop"')}data: [DONE]\n\n`],
    ["before anything", ""],
  ])("throws when it ends %s", async (_where, text) => {
    expect(await failureOf(open(text).final())).toBeInstanceOf(StreamIncompleteError);
  });

  test("needs no end marker after message_stop, and minds none", async () => {
    expect(await open(`${textStream}data: [DONE]\n\n`).text()).toBe(await open(textStream).text());
  });

  test.each([
    ["an event", { type: "tomorrow", score: 1 }],
    ["a block", { type: "content_block_start", index: 7, content_block: { type: "hologram", rays: [] } }],
    ["a delta", { type: "content_block_delta", index: 0, delta: { type: "hologram_delta", ray: 1 } }],
    ["a field", { type: "message_delta", delta: { stop_reason: "tired", mood: "calm" }, usage: { watts: 3 } }],
  ])("passes on %s that it does not know, and still has a final", async (_what, unknown) => {
    const text = cutBefore(textStream, '"message_stop"') + event(unknown) + end;

    expect(await collect(open(text))).toContainEqual(unknown);
    expect((await open(text).final()).content[0]).toEqual({
      type: "text",
      text: "The three primary colours of light are red, green and blue.",
    });
  });

  test("passes on an event by another name whose data is no JSON", async () => {
    const items = await collect(open(`${head}event: weather\ndata: rain\n\n${end}`));

    expect(items).toContainEqual({ event: "weather", data: "rain" });
  });

  test.each([
    ["a message that is none", { type: "message_start", message: "hi" }],
    ["a block without its index", { type: "content_block_start", content_block: { type: "text" } }],
    ["a delta that is null", { type: "content_block_delta", index: 0, delta: null }],
    ["a text that is a number", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: 7 } }],
  ])("reads on after %s", async (_what, broken) => {
    const delta = { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hi" } };

    expect(await open(head + event(broken) + event(delta) + end).text()).toMatch(/^7?Hi$/);
  });

  test("throws for a known event whose data is cut JSON", async () => {
    const text = `${head}event: message_delta\ndata: {"type":"mess\n\n${end}`;

    expect(await failureOf(collect(open(text)))).toBeInstanceOf(ResponseFormatError);
  });

  test("reads events that name their kind on the event line alone", async () => {
    expect(await open(textStream.replaceAll(/"type":"(message|content)_\w+",?/g, "")).final()).toEqual(
      await open(textStream).final(),
    );
  });

  test("opens a block that did not start, so that no text is lost", async () => {
    const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } };

    expect(await open(head + event(delta) + end).text()).toBe("Hi");
  });
});

function replyOf(name: string): Record<string, unknown> {
  const found = examplesOf("createMessage", "200").find(([known]) => known === name);
  return (found?.[1] ?? exampleOf("createMessage", "200")) as Record<string, unknown>;
}

// The two examples are two replies, so what is random in them differs.
function withoutIds(block: object): object {
  const { id: _, signature: __, ...rest } = block as Record<string, unknown>;
  return rest;
}
