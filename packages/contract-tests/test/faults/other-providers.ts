import { gone } from "./edit.ts";
import { type Asked, type Body, editJson, type Fault, isJson } from "./fault.ts";
import {
  inAnswers,
  inEvents,
  inReplies,
  inRequests,
  inStreams,
  isAt,
  messagesIn,
  paths,
  refused,
  refuses,
} from "./rows.ts";

const chat = { ids: "provider/", in: "chat" } as const;
const messages = { ids: "provider/", in: "messages" } as const;
const reply = inReplies(chat);
const request = inRequests(chat);
const stream = inStreams(chat);
const refusing = refuses(chat);
const isOf = (name: RegExp, { json }: Pick<Asked, "json">) => name.test(String(json?.model));
const ofClaude = (change: (text: string) => string) => (text: string) =>
  text.includes('"model":"claude') ? change(text) : text;
const unlessSchema = (format: Body, other: unknown) => (format?.type === "json_schema" ? other : format);

/** Changes the texts of messages, and those of their parts. */
const inTexts = (all: Body, change: (text: string) => string): void => {
  for (const message of messagesIn({ messages: all }))
    if (typeof message.content === "string") message.content = change(message.content);
    else
      for (const part of Array.isArray(message.content) ? message.content : [])
        if (typeof part?.text === "string") part.text = change(part.text);
};

/** Faults that show only at another provider's model, a longer prompt, or another spelling of the same wish. */
export const otherProviderFaults: Fault[] = [
  stream("reason-leaks", "ends streams with one provider's own reason", "service/finish-words", (text) =>
    ofClaude((own) => own.replaceAll('"finish_reason":"stop"', '"finish_reason":"end_turn"'))(text),
  ),
  reply(
    "plain-reason-leaks",
    "ends one provider's replies with another reason",
    "service/finish-words",
    (body, asked) => {
      if (isOf(/^gpt/i, asked)) body.choices[0].finish_reason = "completed";
    },
  ),
  reply("one-name", "names every model by the same word", "chat/models-named", { model: "default" }),
  request("rerouted", "lets a cheaper model answer for one of another provider", "service/reply-models", {
    model: (name) => (/^gpt-5/i.test(name) ? "gemini-2.5-flash" : name),
  }),
  refusing(
    "temperature",
    "takes one provider's temperatures up to 1",
    "service/listed-models",
    refused.invalid,
    (asked) => {
      return isOf(/^claude/i, asked) && asked.json.temperature > 1;
    },
  ),
  refusing("unknown", "lists a model that chat doesn't know", "service/listed-models", refused.unknownModel, (asked) =>
    isOf(/^gpt-5/i, asked),
  ),
  stream(
    "no-done",
    "ends one provider's streams without [DONE]",
    ["chat/tools-stream/events", "chat/tools-result/events"],
    (text) => ofClaude((own) => own.replace("data: [DONE]\n\n", ""))(text),
  ),
  reply("time-as-text", "says the time of one provider's replies as a text", "chat/stop/schema", (body, asked) => {
    if (isOf(/^gpt/i, asked)) body.created = String(body.created);
  }),
  reply(
    "sum-with-tools",
    "leaves the prompt out of the sum where tools are given",
    "service/usage-sums",
    (body, { json }) => {
      if (json.tools !== undefined) body.usage.total_tokens = body.usage.completion_tokens;
    },
  ),
  request("single-stop", "heeds a list of stop texts, and no single one", "chat/tools-result/stop", {
    stop: (stop) => (typeof stop === "string" ? gone : stop),
  }),
  request("stream-stop", "heeds no stop texts in streams", "chat/tools-result/stop", (json) => {
    if (json.stream === true) delete json.stop;
  }),
  request("schema-as-object", "takes a schema for any JSON object", "chat/tools-result/members", {
    response_format: (format) => unlessSchema(format, { type: "json_object" }),
  }),
  request("no-schema", "heeds no schema, but gives JSON where any is asked for", "chat/tools-result/json", {
    response_format: (format) => unlessSchema(format, gone),
  }),
  refusing("null-content", "takes no message without a text", "chat/tools-result/status", refused.invalid, ({ json }) =>
    messagesIn(json).some(({ role, content }) => role === "assistant" && content === null),
  ),
  reply("chat-tool-names", "writes the names of tools in lower case", "chat/tools/call", {
    "choices.0.message.tool_calls.*.function.name": (name) => name.toLowerCase(),
  }),
  inReplies(messages)("message-tool-names", "writes the names of tools with underlines", "messages/tools/call", {
    "content.*.name": (name) => name.replaceAll(/[A-Z0-9]/g, (letter: string) => `_${letter.toLowerCase()}`),
  }),
  refuses(messages)(
    "query",
    "knows no path for messages with a query",
    "messages/tools-stream/status",
    {
      status: 404,
      headers: { "content-type": "application/json" },
      body: '{"type":"error","error":{"type":"not_found_error","message":"No."}}',
    },
    ({ query }) => query.size > 0,
  ),
  inEvents(chat)("no-role", "names no role in streams", "chat/stream/role-there", { "choices.0.delta.role": gone }),
  inStreams(messages)(
    "start-text",
    "begins a block with its first piece, and sends that again",
    ["messages/stream/as-asked", "messages/stream/text"],
    (text) => {
      const [, first = ""] = /"text_delta","text":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
      return text.replace('{"type":"text","text":""}', `{"type":"text","text":"${first}"}`);
    },
  ),
  request("first-4000", "keeps the first 4000 characters of a message", "chat/tools-result/prompt-counted", (json) =>
    inTexts(json.messages, (text) => text.slice(0, 4000)),
  ),
  request("last-2000", "keeps the last 2000 characters of a message", "chat/tools-result/prompt-counted", (json) =>
    inTexts(json.messages, (text) => text.slice(-2000)),
  ),
  inRequests(messages)(
    "system-1000",
    "keeps 1000 characters of a system prompt",
    "messages/tools/prompt-counted",
    (json) => inTexts([{ content: json.system }], (text) => text.slice(0, 1000)),
  ),
  refusing(
    "long-page",
    "answers long prompts with a page",
    "chat/tools-result/long",
    {
      status: 413,
      headers: { "content-type": "text/html" },
      body: "<html><h1>413 Request Entity Too Large</h1></html>",
    },
    ({ json }) => JSON.stringify(json ?? "").length > 4096,
  ),
  reply("prompt-constant", "counts the same tokens for a prompt of any length", "chat/usage-grows", {
    "usage.prompt_tokens": 5_000,
    "usage.total_tokens": (_total, { completion_tokens: completion }) => 5_000 + completion,
  }),
  inRequests(messages)(
    "system-stays",
    "lets a message without a system prompt have the one before it",
    "messages/tools-stream/own-prompt",
    (json, _asked, memory) => {
      if (memory.system !== undefined) json.system ??= memory.system;
      memory.system = json.system;
    },
  ),
  inAnswers({ ...chat, status: 200 })(
    "cache-options",
    "answers the same messages alike, whatever else is asked",
    ["chat/reply/finish", "chat/stream/text"],
    (answer, { json }, memory) => {
      if (!isJson(answer)) return;
      editJson(answer, (body) => {
        body.choices = memory[JSON.stringify([json.model, json.messages])] ??= body.choices;
      });
    },
  ),
  ...(["chat", "messages", "responses"] as const).map(cacheBeforeKey),
];

const isOwn = ({ headers }: Asked) => /sk-mock-full$/.test(headers.authorization ?? headers["x-api-key"] ?? "");

/** Answers requests with another key from a cache of what its own key was answered. */
function cacheBeforeKey(name: "chat" | "messages" | "responses"): Fault {
  const isMeant = ({ path }: Asked) => isAt(name, path);
  return {
    id: `provider/cache-before-key-${name}`,
    says: `answers ${paths[name]} from a cache before it looks at the key`,
    by: [`${name}/refused/wrong-key`],
    ask: (asked, memory) => (isMeant(asked) && !isOwn(asked) ? memory[JSON.stringify(asked.json)] : undefined),
    answer: (answer, asked, memory) => {
      if (isMeant(asked) && answer.status === 200 && isOwn(asked))
        memory[JSON.stringify(asked.json)] = { ...answer, headers: { "content-type": answer.headers["content-type"] } };
    },
  };
}
