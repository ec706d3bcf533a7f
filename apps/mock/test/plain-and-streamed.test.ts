import { expect, test } from "vitest";
import type { MockOptions, ScriptedReply } from "../src/index.js";
import { createClient } from "./client.js";
import { askPlain, askStreamed, type Dialect, type Fields, plainDialects } from "./dialects.js";
import { joinStream } from "./join-stream.js";
import { createManualClock } from "./manual-clock.js";

/** Asks two mocks of one kind, so that ids and times are the same, and returns the answer that both give. */
async function askBoth(dialect: Dialect, fields: Fields, options: MockOptions = {}): Promise<Fields> {
  const client = () => createClient({ ...options, clock: createManualClock() });

  const plain = await askPlain(client(), dialect, fields);
  const events = await askStreamed(client(), dialect, fields);

  expect(joinStream[dialect]?.(events)).toEqual(plain);
  return plain;
}

const said = "Nine sheep are left.";
const text = { type: "text", text: said };
const chat = (message: object, finish_reason: string) => ({
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
});
const written = (status = "completed") => ({ type: "message", status, content: [{ type: "output_text", text: said }] });
const incomplete = (reason: string) => ({ status: "incomplete", completed_at: null, incomplete_details: { reason } });
const calls = [
  { name: "get_weather", arguments: { place: "Bergen" } },
  { name: "get_time", arguments: ['{"pl', 'ace":"Oslo"}'] },
];
const toolCalls = [
  { type: "function", function: { name: "get_weather", arguments: '{"place":"Bergen"}' } },
  { type: "function", function: { name: "get_time", arguments: '{"place":"Oslo"}' } },
];
const toolUses = [
  { type: "tool_use", name: "get_weather", input: { place: "Bergen" } },
  { type: "tool_use", name: "get_time", input: { place: "Oslo" } },
];
const functionCalls = toolCalls.map((call) => ({ type: "function_call", ...call.function, status: "completed" }));
const usage = { inputTokens: 1200, outputTokens: 340, reasoningTokens: 40 };
const reasoned = { type: "reasoning", summary: [{ type: "summary_text", text: "All but 9." }] };

/** Words of a model, and what they are on each interface. */
const words: [string, NonNullable<ScriptedReply["reply"]>, chat: object, message: object, response: object][] = [
  [
    "a text",
    { text: said },
    { id: expect.stringMatching(/^chatcmpl-[0-9a-f]{24}$/), ...chat({ content: said }, "stop") },
    {
      id: expect.stringMatching(/^msg_[0-9a-f]{24}$/),
      content: [text],
      stop_reason: "end_turn",
      stop_sequence: null,
    },
    { id: expect.stringMatching(/^resp_[0-9a-f]{32}$/), status: "completed", output: [written()] },
  ],
  [
    "a text cut at the limit",
    { text: said, finish: "length" },
    chat({ content: said }, "length"),
    { content: [text], stop_reason: "max_tokens", stop_sequence: null },
    { ...incomplete("max_output_tokens"), output: [written("incomplete")] },
  ],
  [
    "a text that was filtered",
    { text: said, finish: "content_filter" },
    chat({ content: said }, "content_filter"),
    { stop_reason: "refusal" },
    incomplete("content_filter"),
  ],
  [
    "reasoning",
    { reasoning: "All but 9.", text: said },
    chat({ content: said }, "stop"),
    { content: [{ type: "thinking", thinking: "All but 9.", signature: expect.stringMatching(/\w/) }, text] },
    { output: [reasoned, written()], reasoning: { effort: "high", summary: "detailed" } },
  ],
  [
    "tool calls",
    { toolCalls: calls },
    chat({ content: null, tool_calls: toolCalls }, "tool_calls"),
    { content: toolUses, stop_reason: "tool_use" },
    { output: functionCalls },
  ],
  [
    "a text and tool calls",
    { text: said, toolCalls: calls },
    chat({ content: said, tool_calls: toolCalls }, "tool_calls"),
    { content: [text, ...toolUses], stop_reason: "tool_use" },
    { output: [written(), ...functionCalls] },
  ],
  [
    "a stated usage",
    { text: said, usage },
    {
      usage: {
        prompt_tokens: 1200,
        completion_tokens: 340,
        total_tokens: 1540,
        completion_tokens_details: { reasoning_tokens: 40 },
      },
    },
    { usage: { input_tokens: 1200, output_tokens: 340 } },
    { usage: { input_tokens: 1200, output_tokens: 340, output_tokens_details: { reasoning_tokens: 40 } } },
  ],
];

const given = words.flatMap(([what, reply, ...told]) =>
  plainDialects.map((dialect, at) => ({ what, reply, dialect, told: told[at] ?? {} })),
);
const thoughtful = { model: "GPT-5.2", reasoning: { effort: "high", summary: "auto" } };

test.for(given)(
  "R2.6, R2.12, R2.13, R4.1, R4.6, R4.9: $dialect says $what alike, plain and streamed",
  async ({ reply, dialect, told }) => {
    const fields = dialect === "createResponse" ? thoughtful : {};

    expect(await askBoth(dialect, fields, { state: { replies: [{ reply }] } })).toMatchObject(told);
  },
);

const schema = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
const named = { name: "get_weather", description: "Gives the weather of a place." };
const tools = {
  createChatCompletion: [{ type: "function", function: { ...named, parameters: schema } }],
  createMessage: [{ ...named, input_schema: schema }],
  createResponse: [{ type: "function", ...named, parameters: schema }],
};
const place = expect.stringMatching(/^\{"place": ?"\w.*"\}$/);
const thinking = { model: "Claude-Sonnet-4.5", thinking: { type: "enabled", budget_tokens: 2000 } };
const format = { type: "json_schema", schema };

test.for<[Dialect, Fields, told: object]>([
  ["createChatCompletion", {}, chat({ content: expect.stringMatching(/\w/) }, "stop")],
  ["createChatCompletion", { max_tokens: 4 }, { ...chat({}, "length"), usage: { completion_tokens: 4 } }],
  ["createChatCompletion", { response_format: { type: "json_object" } }, chat({}, "stop")],
  [
    "createChatCompletion",
    { response_format: { type: "json_schema", json_schema: { name: "a", schema } } },
    chat({ content: place }, "stop"),
  ],
  [
    "createChatCompletion",
    { tools: tools.createChatCompletion, tool_choice: "required" },
    chat({ content: null, tool_calls: [{ function: { name: "get_weather", arguments: place } }] }, "tool_calls"),
  ],
  ["createChatCompletion", { model: "GPT-Image-1" }, chat({}, "stop")],
  ["createMessage", { max_tokens: 3 }, { stop_reason: "max_tokens", usage: { output_tokens: 3 } }],
  [
    "createMessage",
    { stop_sequences: ["###", "."] },
    { stop_reason: "stop_sequence", stop_sequence: ".", content: [{ text: expect.not.stringContaining(".") }] },
  ],
  [
    "createMessage",
    thinking,
    { content: [{ type: "thinking", thinking: expect.stringMatching(/\w/) }, { type: "text" }] },
  ],
  [
    "createMessage",
    { ...thinking, thinking: { ...thinking.thinking, display: "omitted" } },
    { content: [{ type: "thinking", thinking: "", signature: expect.stringMatching(/\w/) }, { type: "text" }] },
  ],
  ["createMessage", { output_config: { format } }, { content: [{ text: place }] }],
  [
    "createMessage",
    { tools: tools.createMessage, tool_choice: { type: "tool", name: "get_weather" } },
    {
      content: [{ type: "tool_use", name: "get_weather", input: { place: expect.any(String) } }],
      stop_reason: "tool_use",
    },
  ],
  ["createResponse", { max_output_tokens: 16 }, { ...incomplete("max_output_tokens"), usage: { output_tokens: 16 } }],
  [
    "createResponse",
    { ...thoughtful, include: ["reasoning.encrypted_content"] },
    { output: [{ type: "reasoning", summary: [{}], encrypted_content: expect.any(String) }, { type: "message" }] },
  ],
  [
    "createResponse",
    { model: "GPT-5.2", reasoning: { effort: "low" } },
    { output: [{ type: "reasoning", summary: [] }, {}] },
  ],
  [
    "createResponse",
    { tools: [{ type: "web_search_preview" }], tool_choice: "required", include: ["web_search_call.action.sources"] },
    {
      output: [
        {
          type: "web_search_call",
          action: {
            query: expect.any(String),
            sources: expect.arrayContaining([{ type: "url", url: expect.any(String) }]),
          },
        },
        { content: [{ annotations: expect.arrayContaining([expect.objectContaining({ type: "url_citation" })]) }] },
      ],
    },
  ],
  ["createResponse", { text: { format: { ...format, name: "a" } } }, { output: [{ content: [{ text: place }] }] }],
  [
    "createResponse",
    { tools: tools.createResponse, tool_choice: "required" },
    { output: [{ type: "function_call", name: "get_weather", arguments: place }] },
  ],
])("R1.5, R6.1: %s answers %j alike, plain and streamed", async ([dialect, fields, told]) => {
  expect(await askBoth(dialect, fields)).toMatchObject(told);
});

test("R4.9: a response repeats its request, with the defaults of what was left out", async () => {
  const request = { metadata: { run: "7" }, max_output_tokens: 640, instructions: "Be kind.", temperature: 0.5 };
  const offered = [{ type: "function", name: "get_time" }, { type: "web_search_preview" }];

  const response = await askPlain(createClient(), "createResponse", { ...request, tools: offered });

  expect(response).toMatchObject({
    ...request,
    tools: [{ name: "get_time", description: null, parameters: null, strict: true }, { type: "web_search_preview" }],
    tool_choice: "auto",
    top_p: 1,
    text: { format: { type: "text" }, verbosity: "medium" },
    reasoning: { effort: "none", summary: null },
    previous_response_id: null,
  });
  expect(Object.keys(response)).toHaveLength(32);
});

test("chunks of a chat completion: the role first, the finish reason last, then the usage if requested", async () => {
  const { chat } = createClient({ state: { replies: [{ reply: { pieces: ["Nine ", "sheep"] } }] } });
  const chunksOf = async (fields: Fields) =>
    [...(await (await chat({ stream: true, ...fields })).text()).matchAll(/^data: (\{.*)$/gm)].map(
      ([, data = ""]) => JSON.parse(data) as { choices: object[]; usage?: object | null; system_fingerprint: string },
    );

  const chunks = await chunksOf({ stream_options: { include_usage: true } });

  expect(chunks.map(({ choices }) => choices[0])).toMatchObject([
    { delta: { role: "assistant", content: "" }, finish_reason: null },
    { delta: { content: "Nine " }, finish_reason: null },
    { delta: { content: "sheep" }, finish_reason: null },
    { delta: {}, finish_reason: "stop" },
    undefined,
  ] as object[]);
  expect(chunks.map(({ usage }) => usage)).toEqual([null, null, null, null, expect.any(Object)]);
  expect((await chunksOf({})).some((chunk) => "usage" in chunk)).toBe(false);
  expect(new Set(chunks.map((chunk) => chunk.system_fingerprint)).size).toBe(1);
  expect(chunks[0]?.system_fingerprint).toMatch(/^fp_[0-9a-f]{10}$/);
});
