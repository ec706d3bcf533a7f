import { type Message, type MessageStreamEvent, operationOf, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import type { Reply } from "../src/conversation/reply.js";
import { cutOf } from "../src/conversation/write-answer.js";
import { createIds } from "../src/ids.js";
import { writeContent } from "../src/messages/content.js";
import { writeEvents } from "../src/messages/events.js";
import { writeMessage } from "../src/messages/message.js";
import { streamFaults } from "./events.js";
import { replies } from "./replies.js";

function write(reply: Reply, { showsThoughts = true } = {}) {
  const content = writeContent(reply, { makeId: createIds(1), seed: 1, showsThoughts });
  const message = writeMessage(reply, { id: "msg_1", model: "Claude-Sonnet-4.5", content });
  return { message, events: writeEvents(message, { cut: cutOf(reply), toolCalls: reply.toolCalls }) };
}

test.each(Object.entries(replies))("writes %s as the contract says, plain and streamed (R2.12, R2.13)", (_, reply) => {
  const { message, events } = write(reply);
  const sent = events.map((event) => ({ event: event.type, data: JSON.stringify(event) }));

  expect(validateResponseBody("createMessage", 200, "application/json", message)).toEqual([]);
  expect(streamFaults(operationOf("createMessage"), sent)).toEqual([]);
});

test.each(Object.entries(replies))("the events of %s joined are the plain message", (_, reply) => {
  const { message, events } = write(reply);

  expect(joined(events)).toEqual(message);
});

test("says in the interface's words why a reply ended (R2.13)", () => {
  const ends = Object.values(replies).map((reply) => {
    const { stop_reason, stop_sequence } = write(reply).message;
    return [reply.finish.reason, stop_reason, stop_sequence];
  });

  expect(ends).toContainEqual(["stop", "end_turn", null]);
  expect(ends).toContainEqual(["length", "max_tokens", null]);
  expect(ends).toContainEqual(["stop_sequence", "stop_sequence", "###"]);
  expect(ends).toContainEqual(["tool_calls", "tool_use", null]);
});

test("thoughts that are not to be shown leave their block and its signature", () => {
  const reply = replies.reasoning ?? expect.fail("There is no such reply.");

  const [shown] = write(reply).message.content;
  const [omitted] = write(reply, { showsThoughts: false }).message.content;

  expect(shown).toMatchObject({ type: "thinking", thinking: "All but 9 means that 9 stay." });
  expect(omitted).toEqual({ ...shown, thinking: "" });
});

/** Joins the events as a client does. */
function joined(events: MessageStreamEvent[]): Message | undefined {
  let message: Message | undefined;
  let inputJson = "";
  for (const event of events) {
    if (event.type === "message_start") message = structuredClone(event.message);
    if (message === undefined) continue;
    if (event.type === "content_block_start") {
      message.content.push(structuredClone(event.content_block));
      inputJson = "";
    }
    const block = message.content.at(-1);
    if (event.type === "content_block_delta") {
      const { delta } = event;
      if (block?.type === "text" && delta.type === "text_delta") block.text += delta.text;
      if (block?.type === "thinking" && delta.type === "thinking_delta") block.thinking += delta.thinking;
      if (block?.type === "thinking" && delta.type === "signature_delta") block.signature += delta.signature;
      if (delta.type === "input_json_delta") inputJson += delta.partial_json;
    }
    if (event.type === "content_block_stop" && block?.type === "tool_use") block.input = JSON.parse(inputJson);
    if (event.type === "message_delta") {
      message.stop_reason = event.delta.stop_reason;
      message.stop_sequence = event.delta.stop_sequence;
      message.usage.output_tokens = event.usage.output_tokens;
    }
  }
  return message;
}
