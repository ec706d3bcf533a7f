import {
  operationOf,
  type ResponseOutputItem,
  type ResponseRequest,
  type ResponseResource,
  validateResponseBody,
} from "@model-access/contract";
import { expect, test } from "vitest";
import type { Reply } from "../src/conversation/reply.js";
import { cutOf } from "../src/conversation/write-answer.js";
import { createIds } from "../src/ids.js";
import { type NumberedEvent, writeEvents } from "../src/responses/events.js";
import { writeOutput } from "../src/responses/output.js";
import { beginResource, endResource } from "../src/responses/resource.js";
import { streamFaults } from "./events.js";
import { replies } from "./replies.js";

const plainRequest: ResponseRequest = {
  model: "GPT-5.2",
  input: "How many?",
  reasoning: { effort: "high", summary: "auto" },
  include: ["web_search_call.action.sources", "reasoning.encrypted_content"],
};

function write(reply: Reply, request = plainRequest) {
  const begun = beginResource(request, { id: "resp_1", createdAt: 1_795_000_000 });
  const output = writeOutput(reply, { request, makeId: createIds(1), seed: 1 });
  const ended = endResource(begun, { reply, output, endedAt: 1_795_000_001 });
  return { ended, events: writeEvents(begun, ended, cutOf(reply)) };
}

test.each(Object.entries(replies))("writes %s as the contract says, plain and streamed (R1.5, R4.9)", (_, reply) => {
  const { ended, events } = write(reply);
  const sent = events.map((event) => ({ event: event.type, data: JSON.stringify(event) }));

  expect(validateResponseBody("createResponse", 200, "application/json", ended)).toEqual([]);
  expect(streamFaults(operationOf("createResponse"), [...sent, { event: undefined, data: "[DONE]" }])).toEqual([]);
  expect(events.map((event) => event.sequence_number)).toEqual([...events.keys()]);
});

test.each(Object.entries(replies))("the events of %s joined are the plain response", (_, reply) => {
  const { ended, events } = write(reply);

  expect(joined(events)).toEqual(ended.output);
  expect(terminalOf(events)).toEqual(ended);
});

test("a reply cut at the limit is incomplete, and so is its message", () => {
  const { ended } = write(replies["text cut at the limit"] ?? expect.fail());

  expect(ended).toMatchObject({
    status: "incomplete",
    completed_at: null,
    incomplete_details: { reason: "max_output_tokens" },
    output: [{ type: "message", status: "incomplete" }],
  });
});

test("reasoning is summed up only where a summary is asked for; auto comes back as detailed", () => {
  const reply = replies.reasoning ?? expect.fail();

  const summed = write(reply).ended;
  const silent = write(reply, { ...plainRequest, reasoning: { effort: "low" } });

  expect(summed.reasoning).toEqual({ effort: "high", summary: "detailed" });
  expect(summed.output[0]).toMatchObject({ summary: [{ type: "summary_text", text: "All but 9 means that 9 stay." }] });
  expect(silent.ended.output[0]).toMatchObject({ type: "reasoning", summary: [] });
  expect(silent.events.filter(({ type }) => type.includes("reasoning"))).toEqual([]);
});

test("a web search comes before the text, which cites what was found", () => {
  const { output } = write(replies["a web search"] ?? expect.fail()).ended;

  expect(output).toMatchObject([
    { type: "web_search_call", action: { query: "sheep left", sources: [{ url: "https://sheep.example/nine" }] } },
    { type: "message", content: [{ annotations: [{ type: "url_citation", start_index: 0, end_index: 10 }] }] },
  ]);
});

test("a response says what it was made from, with what was left out filled in", () => {
  const tools = [{ type: "function" as const, name: "get_time" }, { type: "web_search_preview" as const }];
  const given = { metadata: { run: "7" }, max_output_tokens: 64, instructions: "Be kind.", temperature: 0.5 };

  const { ended } = write(replies.text ?? expect.fail(), { model: "GPT-5.2", input: "Hi", tools, ...given });

  expect(ended).toMatchObject({
    ...given,
    tools: [{ name: "get_time", description: null, parameters: null, strict: true }, { type: "web_search_preview" }],
    tool_choice: "auto",
    top_p: 1,
    text: { format: { type: "text" }, verbosity: "medium" },
    reasoning: { effort: "none", summary: null },
    previous_response_id: null,
  });
  expect(Object.keys(ended)).toHaveLength(32);
});

const terminalOf = (events: NumberedEvent[]): ResponseResource | undefined => {
  const last = events.at(-1);
  return last !== undefined && "response" in last ? last.response : undefined;
};

/** The output that a client gets from the pieces alone, without the events that repeat them whole. */
function joined(events: NumberedEvent[]): ResponseOutputItem[] {
  const items: ResponseOutputItem[] = [];
  for (const event of events) {
    if (event.type === "response.output_item.added") items.push(structuredClone(event.item));
    const item = items.at(-1);
    if (event.type === "response.reasoning_summary_part.added" && item?.type === "reasoning") {
      item.summary.push(structuredClone(event.part));
    }
    if (event.type === "response.reasoning_summary_text.delta" && item?.type === "reasoning") {
      for (const part of item.summary) part.text += event.delta;
    }
    if (event.type === "response.content_part.added" && item?.type === "message") {
      item.content.push(structuredClone(event.part));
    }
    const part = item?.type === "message" ? item.content.at(-1) : undefined;
    if (part?.type === "output_text" && event.type === "response.output_text.delta") part.text += event.delta;
    if (part?.type === "output_text" && event.type === "response.output_text.annotation.added") {
      if (event.annotation !== null) part.annotations.push(event.annotation);
    }
    if (event.type === "response.function_call_arguments.delta" && item?.type === "function_call") {
      item.arguments += event.delta;
    }
    if (event.type === "response.output_item.done") {
      if (item?.type === "message" && event.item.type === "message") item.status = event.item.status;
      if (item?.type === "function_call") item.status = "completed";
      if (item?.type === "web_search_call") Object.assign(item, event.item);
    }
  }
  return items;
}
