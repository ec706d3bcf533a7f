import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer, json } from "./requests.js";

const { fetch } = createMock({ latency: "instant" });

const model = "Claude-Sonnet-4.5";
const question = "Do I need an umbrella in Bergen?";
const schema = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
const tool = { name: "get_weather", description: "The weather at a place." };
const args = { place: "Bergen" };

async function usage(path: string, body: unknown): Promise<Record<string, number>> {
  const init = json(body);
  const headers = { ...init.headers, ...bearer("sk-mock-full"), "anthropic-version": "2023-06-01" };
  const reply = await (await fetch(`http://mock${path}`, { ...init, headers })).json();
  return (reply as { usage: Record<string, number> }).usage; // other tests validate the replies
}

test("the same conversation has the same tokens on all three interfaces", async () => {
  const chat = await usage("/v1/chat/completions", {
    model,
    max_tokens: 100,
    messages: [
      { role: "system", content: "Be kind." },
      { role: "user", content: question },
      {
        role: "assistant",
        content: "I'll look.",
        tool_calls: [{ id: "c1", type: "function", function: { name: tool.name, arguments: JSON.stringify(args) } }],
      },
      { role: "tool", tool_call_id: "c1", content: "Rain." },
    ],
    tools: [{ type: "function", function: { ...tool, parameters: schema } }],
  });
  const messages = await usage("/v1/messages", {
    model,
    max_tokens: 100,
    system: "Be kind.",
    messages: [
      { role: "user", content: question },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I'll look." },
          { type: "tool_use", id: "c1", name: tool.name, input: args },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "Rain." }] },
    ],
    tools: [{ ...tool, input_schema: schema }],
  });
  const responses = await usage("/v1/responses", {
    model,
    max_output_tokens: 100,
    instructions: "Be kind.",
    input: [
      { role: "user", content: question },
      { role: "assistant", content: "I'll look." },
      { type: "function_call", call_id: "c1", name: tool.name, arguments: JSON.stringify(args) },
      { type: "function_call_output", call_id: "c1", output: "Rain." },
    ],
    tools: [{ type: "function", ...tool, parameters: schema }],
  });

  expect(messages.input_tokens).toBeGreaterThan(0);
  expect([chat.prompt_tokens, chat.completion_tokens]).toEqual([messages.input_tokens, messages.output_tokens]);
  expect([responses.input_tokens, responses.output_tokens]).toEqual([messages.input_tokens, messages.output_tokens]);
});
