import { expect, test } from "vitest";
import { conversation, featuresOf, sentBy, tools } from "./sent-requests.js";
import { providerOf } from "./stub-provider.js";

test("chat completions get every setting that they have, and warn of the others", async () => {
  const { body, headers, warnings } = await sentBy("chat", {
    maxOutputTokens: 100,
    temperature: 0.5,
    topP: 0.9,
    topK: 5,
    seed: 7,
    stopSequences: ["END"],
    reasoning: "high",
    tools,
    toolChoice: { type: "tool", toolName: "weather" },
    headers: { "x-trace": "1" },
    providerOptions: { modelAccess: { parallel_tool_calls: false, parameters: { style: "dry" } } },
  });

  expect(body).toEqual({
    model: "Test-Model",
    messages: [{ role: "user", content: "Name one prime." }],
    stream: false,
    max_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
    seed: 7,
    stop: ["END"],
    reasoning_effort: "high",
    parallel_tool_calls: false,
    tools: [
      { type: "function", function: { name: "weather", description: "The weather", parameters: { type: "object" } } },
    ],
    tool_choice: { type: "function", function: { name: "weather" } },
  });
  expect(headers).toMatchObject({ "x-trace": "1", authorization: "Bearer [key]" });
  expect(featuresOf(warnings)).toEqual([
    "topK",
    "seed",
    "provider-defined tool other.search",
    "providerOptions.modelAccess.parameters",
    "reasoning",
  ]);
});

test("a whole conversation goes to chat completions in their words", async () => {
  const { body } = await sentBy("chat", { prompt: conversation });

  expect(body.messages).toEqual([
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "See:" },
        { type: "image_url", image_url: { url: "https://a.example/a.png" } },
        { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
        { type: "text", text: "Inline." },
      ],
    },
    {
      role: "assistant",
      content: "A moment.",
      reasoning_content: "Hm.",
      tool_calls: [
        {
          type: "function",
          id: "call_1",
          function: { name: "weather", arguments: '{"city":"Oslo"}' },
          extra_content: { mark: 1 },
        },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: '{"t":3}' },
  ]);
});

test("a format of JSON goes to each interface in its words", async () => {
  const schema = { type: "object", properties: { a: { type: "number" } } } as const;
  const responseFormat = { type: "json", schema, name: "answer", description: "It." } as const;

  const [chat, loose, messages, responses] = await Promise.all([
    sentBy("chat", { responseFormat }),
    sentBy("chat", { responseFormat: { type: "json" } }),
    sentBy("messages", { responseFormat }),
    sentBy("responses", { responseFormat }),
  ]);

  const format = { name: "answer", description: "It.", schema };
  expect(chat.body.response_format).toEqual({ type: "json_schema", json_schema: format });
  expect(loose.body.response_format).toEqual({ type: "json_object" });
  expect(messages.body.output_config).toEqual({ format: { type: "json_schema", schema } });
  expect(responses.body.text).toEqual({ format: { type: "json_schema", ...format } });
});

test("a file by reference is refused before anything is sent", async () => {
  const { modelAccess, calls } = providerOf([]);
  const file = {
    type: "file",
    mediaType: "image/png",
    data: { type: "reference", reference: { other: "1" } },
  } as const;

  const call = modelAccess.chat("Test-Model").doGenerate({ prompt: [{ role: "user", content: [file] }] });

  await expect(call).rejects.toThrow("files by reference; pass the file or its address");
  expect(calls).toEqual([]);
});
