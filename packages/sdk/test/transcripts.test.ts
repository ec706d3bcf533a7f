import { describe, expect, test } from "vitest";
import { StreamError } from "../src/index.js";
import { examplesOf, failureOf, streamRequest } from "./stub-service.js";
import { clientStreaming, collect, wireForms } from "./stub-streams.js";

// [name, text, whether an error ends it]
const transcripts = examplesOf("createChatCompletion", "200", "text/event-stream").map(
  ([name, text]) => [name, String(text), /"error":/.test(String(text))] as const,
);
const whole = transcripts.filter(([, , hasError]) => !hasError);
// Which whole reply of the contract says the same as a stream.
const pairs = [
  ["chatTextStream", "chatTextReply"],
  ["chatToolCallsStream", "chatToolCallsReply"],
  ["chatReasoningStream", "chatReasoningReply"],
  ["chatLengthStream", "chatLengthReply"],
] as const;
const replies = Object.fromEntries(examplesOf("createChatCompletion", "200"));
const failed = transcripts.filter(([, , hasError]) => hasError);

describe.each(wireForms)("the contract's transcripts $form", (form) => {
  test.each(whole)("play %s to its end", async (_name, text) => {
    const chunks = await collect(await clientStreaming(text, form).chat.completions.create(streamRequest));
    const final = await (await clientStreaming(text, form).chat.completions.create(streamRequest)).final();

    expect(chunks.length).toBeGreaterThan(0);
    expect(final.choices[0]?.message.content ?? "").toBe(
      chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join(""),
    );
    expect(final.choices[0]?.finish_reason).toEqual(expect.any(String));
    for (const called of final.choices[0]?.message.tool_calls ?? [])
      expect(JSON.parse(called.function.arguments)).toBeTypeOf("object");
  });

  test.each(pairs)("add %s up to %s", async (name, reply) => {
    const text = whole.find(([known]) => known === name)?.[1] ?? "";
    const { usage, ...rest } = replies[reply] as { usage: object };

    const final = await (await clientStreaming(text, form).chat.completions.create(streamRequest)).final();

    // A stream has its usage only where it was asked for.
    expect(final).toEqual(text.includes('"prompt_tokens"') ? { ...rest, usage } : rest);
  });

  test.each(failed)("throw the error in %s", async (_name, text) => {
    const stream = await clientStreaming(text, form).chat.completions.create(streamRequest);

    expect(await failureOf(collect(stream))).toBeInstanceOf(StreamError);
  });
});

test("cover a reply, tool calls and a failure", () => {
  expect(whole.length).toBeGreaterThan(1);
  expect(whole.some(([, text]) => text.includes("tool_calls"))).toBe(true);
  expect(failed.length).toBeGreaterThan(0);
});
