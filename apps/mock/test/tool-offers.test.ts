import { expect, test } from "vitest";
import { readConversation as readChat } from "../src/chat/read-conversation.js";
import type { Conversation } from "../src/conversation/conversation.js";
import { readConversation as readMessages } from "../src/messages/read-conversation.js";
import { readQuery } from "../src/native/read-query.js";
import { readConversation as readResponses } from "../src/responses/read-conversation.js";
import { emptyThread } from "../src/responses/thread.js";

type Fields = Record<string, unknown>;

/** Reads the fields of a request by each interface; the contract's validator has accepted fields like these. */
const readers: Record<string, (fields: Fields) => Conversation> = {
  chat: (fields) => readChat({ model: "GPT-5.2", messages: [], ...(fields as object) }),
  messages: (fields) =>
    readMessages({ model: "Claude", max_tokens: 9, messages: [], ...(fields as object) }, undefined),
  responses: (fields) => readResponses({ model: "GPT-5.2", input: "", ...(fields as object) }, emptyThread),
  native: (fields) => {
    const ids = { user_id: "", conversation_id: "", message_id: "" };
    return readQuery("GPT-5.2", { version: "1.2", type: "query", query: [], ...ids, ...(fields as object) });
  },
};

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
