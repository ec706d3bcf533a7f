import { type Message, operationOf, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { eventsOf, streamFaults } from "./events.js";
import { bearer, json } from "./requests.js";

const base = { model: "Claude-Sonnet-4.5", max_tokens: 400, messages: [{ role: "user", content: "Name a colour." }] };

const weather = {
  name: "get_weather",
  description: "The weather at a place.",
  input_schema: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
};

/** The reply of a fresh mock, so that ids are the same for the same request. */
async function ask(fields: Record<string, unknown>): Promise<Response> {
  const init = json({ ...base, ...fields });
  const headers = { ...init.headers, ...bearer("sk-mock-full"), "anthropic-version": "2023-06-01" };
  return createMock({ latency: "instant" }).fetch("http://mock/v1/messages", { ...init, headers });
}

async function message(fields: Record<string, unknown> = {}): Promise<Message> {
  const body = (await (await ask(fields)).json()) as Message; // validated on the next line
  expect(validateResponseBody("createMessage", 200, "application/json", body)).toEqual([]);
  return body;
}

test("answers with a text that the request and the seed decide (R2.12)", async () => {
  const first = await message();

  expect(first).toMatchObject({ id: expect.stringMatching(/^msg_[0-9a-f]{24}$/), stop_reason: "end_turn" });
  expect(first.content).toMatchObject([{ type: "text", text: expect.stringMatching(/\w/) }]);
  expect(await message()).toEqual(first);
});

test.each([
  ["Claude-Sonnet-4.5", "claude-sonnet-4-5"],
  ["claude-sonnet-4-5", "claude-sonnet-4-5"],
  ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20250929"],
])("answers to %s as the provider's %s (R2.11, R9.3)", async (model, named) => {
  expect((await message({ model })).model).toBe(named);
});

test("stops at max_tokens (R2.13)", async () => {
  const { stop_reason, usage } = await message({ max_tokens: 3 });

  expect(stop_reason).toBe("max_tokens");
  expect(usage.output_tokens).toBeLessThanOrEqual(3);
});

test("stops before a stop sequence and names it (R2.13)", async () => {
  const stopped = await message({ stop_sequences: ["###", "."] });

  expect(stopped).toMatchObject({ stop_reason: "stop_sequence", stop_sequence: "." });
  expect(stopped.content).toMatchObject([{ text: expect.not.stringContaining(".") }]);
});

test("calls the tool that it has to call, and answers when its result is there (R1.4)", async () => {
  const question = { role: "user", content: "Do I need an umbrella?" };
  const called = await message({
    messages: [question],
    tools: [weather],
    tool_choice: { type: "tool", name: "get_weather" },
  });
  const use = called.content.find(({ type }) => type === "tool_use");
  if (use?.type !== "tool_use") return expect.fail("There is no tool use.");

  const answered = await message({
    messages: [
      question,
      { role: "assistant", content: called.content },
      { role: "user", content: [{ type: "tool_result", tool_use_id: use.id, content: "Rain." }] },
    ],
    tools: [weather],
  });

  expect(called.stop_reason).toBe("tool_use");
  expect(use).toMatchObject({ name: "get_weather", input: { place: expect.any(String) } });
  expect(answered.stop_reason).toBe("end_turn");
});

test("fills a JSON schema", async () => {
  const schema = {
    type: "object",
    properties: { colour: { enum: ["red", "blue"] } },
    required: ["colour"],
    additionalProperties: false,
  };

  const [block] = (await message({ output_config: { format: { type: "json_schema", schema } } })).content;

  expect(JSON.parse(block?.type === "text" ? block.text : "")).toEqual({
    colour: expect.stringMatching(/^(red|blue)$/),
  });
});

test("thinks where it is asked to, and shows it before the text", async () => {
  const { content } = await message({ max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 2000 } });

  expect(content).toMatchObject([
    { type: "thinking", thinking: expect.stringMatching(/\w/), signature: expect.stringMatching(/\w/) },
    { type: "text" },
  ]);
});

test.each([
  {},
  { tools: [weather], tool_choice: { type: "any" } },
  { max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 2000 } },
])("streams %j as the contract says, to the same end as the plain reply (R4.6, R6.1)", async (fields) => {
  const plain = await message(fields);

  const events = eventsOf(await (await ask({ ...fields, stream: true })).text());
  const payloads = events.map(({ data }) => JSON.parse(data));

  expect(streamFaults(operationOf("createMessage"), events)).toEqual([]);
  expect(payloads.filter(({ type }) => type === "content_block_start")).toHaveLength(plain.content.length);
  expect(payloads.at(-2)).toMatchObject({
    type: "message_delta",
    delta: { stop_reason: plain.stop_reason },
    usage: plain.usage,
  });
});

test("refuses a tool choice that no tool can meet with 400, in the interface's form (R4.7)", async () => {
  const response = await ask({ tool_choice: { type: "any" } });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
});
