import { expect, test } from "vitest";
import { readConversation as readChat } from "../src/chat/read-conversation.js";
import type { Conversation } from "../src/conversation/conversation.js";
import { readConversation as readMessages } from "../src/messages/read-conversation.js";
import { readQuery } from "../src/native/read-query.js";
import { readConversation as readResponses } from "../src/responses/read-conversation.js";
import { addItems, emptyThread } from "../src/responses/thread.js";

type Fields = Record<string, unknown>;

/** Reads the fields of a request by each interface; the contract's validator has accepted fields like these. */
const readers: Record<string, (fields: Fields) => Conversation> = {
  chat: (fields) => readChat({ model: "GPT-5.2", messages: [], ...(fields as object) }),
  messages: (fields) =>
    readMessages({ model: "Claude", max_tokens: 9, messages: [], ...(fields as object) }, undefined),
  responses: ({ input = [], ...fields }) =>
    readResponses({ model: "GPT-5.2", input: "", ...(fields as object) }, addItems(emptyThread, input as [])),
  native: (fields) => {
    const ids = { user_id: "", conversation_id: "", message_id: "" };
    return readQuery("GPT-5.2", { version: "1.2", type: "query", query: [], ...ids, ...(fields as object) });
  },
};

const image = "https://pictures.example/a.png";
const paper = "https://papers.example/a.pdf";
const call = { name: "get_weather", arguments: '{"place":"Bergen"}' };
const look = { type: "tool_use", id: "c1", name: "get_weather", input: { place: "Bergen" } };
const rain = { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "Rain." }] };

/** One conversation, as each interface writes it, with what has no effect on it. */
test.for<[reader: string, fields: Fields]>([
  [
    "chat",
    {
      messages: [
        { role: "system", content: "Be kind." },
        { role: "developer", content: [{ type: "text", text: "Be brief." }] },
        {
          role: "user",
          content: [
            { type: "text", text: "What" },
            { type: "image_url", image_url: { url: image } },
            { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,QQ==" } },
            { type: "input_audio", input_audio: { data: "QQ==", format: "wav" } },
            { type: "text", text: "is this?" },
          ],
        },
        { role: "assistant", content: "I'll look.", tool_calls: [{ id: "c1", type: "function", function: call }] },
        { role: "tool", tool_call_id: "c1", content: "Rain." },
        { role: "user", content: "So?" },
      ],
      thinking_budget: 8000,
      reasoning_effort: "high",
    },
  ],
  [
    "messages",
    {
      system: ["Be kind.", "Be brief."].map((text) => ({ type: "text", text })),
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: { type: "url", url: image } },
            { type: "document", source: { type: "url", url: paper } },
            { type: "text", text: "What" },
            { type: "text", text: "is this?" },
          ],
        },
        {
          role: "assistant",
          content: [{ type: "thinking", thinking: "Hm.", signature: "s" }, { type: "text", text: "I'll look." }, look],
        },
        { role: "user", content: [rain, { type: "text", text: "So?" }] },
      ],
    },
  ],
  [
    "responses",
    {
      instructions: "Be kind.",
      input: [
        { role: "developer", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "input_text", text: "What" },
            { type: "input_image", image_url: image },
            { type: "input_file", file_url: paper },
            { type: "input_text", text: "is this?" },
          ],
        },
        { type: "reasoning", id: "rs_1", summary: [] },
        { type: "message", role: "assistant", id: "m1", content: [{ type: "output_text", text: "I'll look." }] },
        { type: "web_search_call", id: "ws_1", status: "completed" },
        { type: "computer_call", id: "cu_1" },
        { type: "function_call", call_id: "c1", ...call },
        { type: "function_call_output", call_id: "c1", output: "Rain." },
        { role: "user", content: "So?" },
      ],
    },
  ],
])("R1.4, R1.9, R2.9: %s and the others read the same conversation", ([reader, fields]) => {
  const read = readers[reader]?.(fields);

  expect({ instructions: read?.instructions, turns: read?.turns.map(summaryOf) }).toEqual({
    instructions: "Be kind.\n\nBe brief.",
    turns: [
      ["user", "What\nis this?", ["a.png", "a.pdf"]],
      ["assistant", "I'll look.", [], { id: "c1", ...call }],
      ["tool", "Rain.", [], "c1"],
      ["user", "So?", []],
    ],
  });
  expect(read?.reasoning).toBeUndefined();
});

const summaryOf = ({ role, text, attachments, toolCalls, toolCallId }: Conversation["turns"][number]) => [
  ...[role, text, attachments.map(({ name }) => name), ...toolCalls],
  ...(toolCallId === undefined ? [] : [toolCallId]),
];

test("R1.4, R2.9: the native protocol reads its roles and attachments, and calls behind the last message", () => {
  const attachment = { url: image, content_type: "image/png", name: "a.png" };
  const read = readers.native?.({
    query: [
      { role: "system", content: "Be kind." },
      { role: "bot", content: "Hello." },
      { role: "narrator", content: "A pause." },
      { role: "user", content: "What is this?", attachments: [attachment, attachment] },
    ],
    tool_calls: [{ id: "c1", type: "function", function: call }],
    tool_results: [{ role: "tool", name: call.name, tool_call_id: "c1", content: "Rain." }],
  });

  expect([read?.instructions, ...(read?.turns.map(summaryOf) ?? [])]).toEqual([
    "Be kind.",
    ["assistant", "Hello.", []],
    ["user", "What is this?", ["a.png", "a.png"]],
    ["assistant", "", [], { id: "c1", ...call }],
    ["tool", "Rain.", [], "c1"],
  ]);
});

const asked = (parameters: Fields) => ({ query: [{ role: "user", content: "Hi", parameters }] });
const unlimited = { maxTokens: undefined, reasoning: undefined };

test.for<[reader: string, fields: Fields, limits: object]>([
  ["chat", {}, unlimited],
  ["chat", { max_tokens: 9 }, { maxTokens: 9 }],
  ["chat", { max_tokens: 9, max_completion_tokens: 5 }, { maxTokens: 5 }],
  [
    "messages",
    { thinking: { type: "enabled", budget_tokens: 1024 } },
    { maxTokens: 9, reasoning: { budgetTokens: 1024 } },
  ],
  ["messages", { thinking: { type: "adaptive" } }, { reasoning: { effort: "high", budgetTokens: undefined } }],
  ["messages", { thinking: { type: "disabled" } }, { reasoning: undefined }],
  ["responses", {}, unlimited],
  ["responses", { max_output_tokens: 64, reasoning: { effort: "none" } }, { maxTokens: 64, reasoning: undefined }],
  [
    "responses",
    { reasoning: { effort: "low", summary: "auto" } },
    { reasoning: { effort: "low", summary: "detailed" } },
  ],
  ["responses", { parallel_tool_calls: false }, { mayCallInParallel: false }],
  ["native", asked({ thinking_budget: 800 }), { reasoning: { effort: "medium", budgetTokens: 800 } }],
  ["native", asked({ reasoning_effort: "high" }), { reasoning: { effort: "high" } }],
  ["native", asked({ style: "watercolour" }), unlimited],
])("R1.5, R2.3: %s reads the limits of a reply from %j", ([reader, fields, limits]) => {
  expect(readers[reader]?.(fields)).toMatchObject(limits);
});

const names = ["rain", "time"];
const chat = names.map((name) => ({ type: "function", function: { name } }));
const responses = names.map((name) => ({ type: "function", name }));
const messages = names.map((name) => ({ name, input_schema: { type: "object" } }));
const hosted = { type: "web_search_20250305", name: "web_search" };
const search = { type: "web_search_preview" };
const allowed = (mode: string, tools: object[]) => ({ type: "allowed_tools", mode, tools });

/** The tools, the choice, and what else is not as usual, in a line. */
function toldOf({ tools, toolChoice, mayCallInParallel, webSearch }: Conversation): string {
  const { kind, name = kind } = { name: undefined, ...toolChoice };
  const others = [...(mayCallInParallel ? [] : ["one at a time"]), ...(webSearch ? ["search"] : [])];
  return [[...tools.map((tool) => tool.name), `→ ${name}`].join(" "), ...others].join(", ");
}

test.each<[reader: string, tools: object[], choice: unknown, told: string, others?: Fields]>([
  ["chat", chat, undefined, "rain time → auto"],
  ["chat", chat, "none", "rain time → none, one at a time", { parallel_tool_calls: false }],
  ["chat", chat, "required", "rain time → required"],
  ["chat", chat, chat[1], "rain time → time"],
  ["chat", chat, { type: "allowed_tools", allowed_tools: { mode: "required", tools: [chat[1]] } }, "time → required"],
  ["chat", [{ type: "custom", custom: { name: "grep" } }], "required", "→ auto"],
  ["messages", [...messages, hosted], undefined, "rain time → auto"],
  ["messages", messages, { type: "any" }, "rain time → required"],
  ["messages", messages, { type: "auto", disable_parallel_tool_use: true }, "rain time → auto, one at a time"],
  ["messages", messages, { type: "tool", name: "time" }, "rain time → time"],
  ["messages", [...messages, hosted], { type: "tool", name: "web_search" }, "rain time → auto"],
  ["messages", messages, { type: "none" }, "rain time → none"],
  ["responses", [...responses, search], undefined, "rain time → auto, search"],
  ["responses", [...responses, search], "none", "rain time → none"],
  ["responses", responses, responses[1], "rain time → time"],
  ["responses", [...responses, search], allowed("required", responses.slice(1)), "time → required"],
  ["responses", [...responses, search], allowed("auto", [search]), "→ auto, search"],
  ["responses", [search], "required", "→ auto, search"],
  ["native", chat, undefined, "rain time → auto"],
])("reads which tools the model may and has to call (R2.10): %s %j %j", (reader, tools, choice, told, others = {}) => {
  const read = readers[reader]?.({ tools, ...(choice !== undefined && { tool_choice: choice }), ...others });

  expect(read && toldOf(read)).toBe(told);
});

const none = "'tool_choice' requires a tool call, but 'tools' has none to call.";
const other = "'tool_choice' names the tool 'go', which is not in 'tools'.";

test.each<[reader: string, fields: Fields, message: string]>([
  ["chat", { tool_choice: "required" }, none],
  ["messages", { tool_choice: { type: "any" } }, none],
  ["responses", { tool_choice: "required" }, none],
  ["chat", { tools: chat, tool_choice: { type: "function", function: { name: "go" } } }, other],
  ["messages", { tools: [...messages, hosted], tool_choice: { type: "tool", name: "go" } }, other],
  ["responses", { tools: responses, tool_choice: { type: "function", name: "go" } }, other],
])("refuses a choice that no tool can meet: %s %j", (reader, fields, message) => {
  expect(() => readers[reader]?.(fields)).toThrow(message);
});

const schema = { type: "object" };
const named = { type: "json_schema", name: "a", schema };

test.each<[reader: string, fields: Fields, format: Conversation["format"]]>([
  ["chat", { response_format: { type: "text" } }, { kind: "text" }],
  ["chat", { response_format: { type: "json_object" } }, { kind: "json" }],
  ["chat", { response_format: { type: "json_schema", json_schema: { name: "a" } } }, { kind: "json" }],
  [
    "chat",
    { response_format: { type: "json_schema", json_schema: { name: "a", schema } } },
    { kind: "schema", schema },
  ],
  ["messages", {}, { kind: "text" }],
  ["messages", { output_config: { format: { type: "json_schema", schema } } }, { kind: "schema", schema }],
  ["responses", { text: { format: { type: "json_object" } } }, { kind: "json" }],
  ["responses", { text: { format: named } }, { kind: "schema", schema }],
])("reads the form of the reply: %s %j", (reader, fields, format) => {
  expect(readers[reader]?.(fields).format).toEqual(format);
});

test.each<[reader: string, fields: Fields, stop: string[]]>([
  ["chat", { stop: "END" }, ["END"]],
  ["chat", { stop: ["\n\n", "END", ""] }, ["END"]],
  ["chat", { stop: null }, []],
  ["messages", { stop_sequences: ["###", " "] }, ["###"]],
  ["native", { stop_sequences: ["\n\n", "END"] }, ["END"]],
])("a stop sequence of nothing but white space has no effect: %s %j", (reader, fields, stop) => {
  expect(readers[reader]?.(fields).stop).toEqual(stop);
});
