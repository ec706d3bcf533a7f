import { jsonReply } from "@model-access/sdk/testing";
import { generateText, Output, tool } from "ai";
import { expect, test } from "vitest";
import * as three from "zod/v3";
import * as four from "zod/v4";
import * as mini from "zod/v4-mini";
import { chatCompletion, providerOf } from "./stub-provider.js";

const weather = {
  type: "object",
  properties: { city: { type: "string" }, unit: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};

const libraries = [
  ["zod", four.object({ city: four.string(), unit: four.optional(four.string()) })],
  ["zod mini", mini.object({ city: mini.string(), unit: mini.optional(mini.string()) })],
  ["zod 3", three.object({ city: three.string(), unit: three.optional(three.string()) })],
] as const;

test.each(libraries)(
  "a schema of %s with an optional member describes a tool and an output, and reads both",
  async (_name, schema) => {
    const call = { id: "a", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
    const { modelAccess, calls } = providerOf([
      jsonReply(chatCompletion({ tool_calls: [call] }, "tool_calls")),
      jsonReply(chatCompletion({ content: '{"city":"Oslo"}' })),
    ]);
    const model = modelAccess.chat("Test-Model");

    const { toolCalls } = await generateText({
      model,
      prompt: "Oslo?",
      tools: { weather: tool({ inputSchema: schema, strict: true }) },
    });
    const { output } = await generateText({ model, prompt: "Oslo?", output: Output.object({ schema }) });

    expect(toolCalls).toMatchObject([{ input: { city: "Oslo" } }]);
    expect(toolCalls[0]).not.toHaveProperty("invalid");
    expect(output).toEqual({ city: "Oslo" });
    expect(calls[0]?.body).toMatchObject({ tools: [{ function: { parameters: weather, strict: true } }] });
    expect(calls[1]?.body).toMatchObject({ response_format: { json_schema: { schema: weather } } });
  },
);
