import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inData,
  inReply,
  inRequest,
  inStream,
  isJson,
  named,
  paths,
  refusal,
} from "./fault.ts";

const at = (id: string, says: string, by: string | string[]) => named(`provider/${id}`, says, by);
const isOf = (name: RegExp, { json }: Pick<Asked, "json">) => name.test(String(json?.model));
const invalid = () => refusal(400, "invalid_request_error", "invalid_parameter");

/** Refuses some chat completions. */
const refusing = (about: ReturnType<typeof named>, is: (asked: Asked) => boolean, answer = invalid): Fault => ({
  ...about,
  ask: (asked) => (asked.path === paths.chat && is(asked) ? answer() : undefined),
});

/** Faults of the models of some providers only. */
const modelFaults: Fault[] = [
  inStream(
    at("reason-leaks", "ends streams of one provider's models with that provider's own reason", "service/finish-words"),
    paths.chat,
    (text) =>
      text.includes('"model":"claude') ? text.replaceAll('"finish_reason":"stop"', '"finish_reason":"end_turn"') : text,
  ),
  inReply(
    at(
      "plain-reason-leaks",
      "ends plain replies of one provider's models with another interface's reason",
      "service/finish-words",
    ),
    paths.chat,
    (body, asked) => {
      if (isOf(/^gpt/i, asked)) body.choices[0].finish_reason = "completed";
    },
  ),
  inRequest(
    at("rerouted", "lets a cheaper model answer for one of another provider", "service/reply-models"),
    paths.chat,
    (json) => {
      if (isOf(/^gpt-5/i, { json })) json.model = "gemini-2.5-flash";
    },
  ),
  refusing(
    at("temperature", "takes temperatures up to 1 for the models of one provider", "service/listed-models"),
    (asked) => isOf(/^claude/i, asked) && asked.json.temperature > 1,
  ),
  refusing(
    at("unknown", "lists a model that chat completions don't know", "service/listed-models"),
    (asked) => isOf(/^gpt-5/i, asked),
    () => refusal(400, "invalid_request_error", "model_not_found"),
  ),
  inStream(
    at("no-done", "leaves [DONE] out of the streams of one provider's models", [
      "chat/tools-stream/events",
      "chat/tools-result/events",
    ]),
    paths.chat,
    (text) => (text.includes('"model":"claude') ? text.replace("data: [DONE]\n\n", "") : text),
  ),
  inReply(
    at("time-as-text", "says the time of one provider's replies as a text", "chat/stop/schema"),
    paths.chat,
    (body, asked) => {
      if (isOf(/^gpt/i, asked)) body.created = String(body.created);
    },
  ),
  inReply(
    at("sum-with-tools", "leaves the prompt out of the sum where tools are given", "service/usage-sums"),
    paths.chat,
    (body, { json }) => {
      if (json.tools !== undefined) body.usage.total_tokens = body.usage.completion_tokens;
    },
  ),
];

/** Faults of the members of a request that are sent in more than one way. */
const memberFaults: Fault[] = [
  inRequest(
    at("single-stop", "heeds a list of stop texts, and no single one", "chat/tools-result/stop"),
    paths.chat,
    (json) => {
      if (typeof json.stop === "string") delete json.stop;
    },
  ),
  inRequest(at("stream-stop", "heeds no stop texts in streams", "chat/tools-result/stop"), paths.chat, (json) => {
    if (json.stream === true) delete json.stop;
  }),
  inRequest(
    at("schema-as-object", "takes a schema for any JSON object", "chat/tools-result/members"),
    paths.chat,
    (json) => {
      if (json.response_format?.type === "json_schema") json.response_format = { type: "json_object" };
    },
  ),
  inRequest(
    at("no-schema", "heeds no schema, but gives JSON where any is asked for", "chat/tools-result/json"),
    paths.chat,
    (json) => {
      if (json.response_format?.type === "json_schema") delete json.response_format;
    },
  ),
  refusing(at("null-content", "takes no message without a text", "chat/tools-result/status"), ({ json }) =>
    (Array.isArray(json?.messages) ? json.messages : []).some(
      (message: Body) => message?.role === "assistant" && message.content === null,
    ),
  ),
  inReply(at("chat-tool-names", "writes the names of tools in lower case", "chat/tools/call"), paths.chat, (body) => {
    for (const { function: called } of body.choices[0].message.tool_calls ?? [])
      called.name = called.name.toLowerCase();
  }),
  inReply(
    at("message-tool-names", "writes the names of tools in messages with underlines", "messages/tools/call"),
    paths.messages,
    (body) => {
      for (const block of body.content)
        if (block.type === "tool_use")
          block.name = block.name.replaceAll(/[A-Z0-9]/g, (letter: string) => `_${letter.toLowerCase()}`);
    },
  ),
  {
    ...at("query", "knows no path for messages with a query", "messages/tools-stream/status"),
    ask: ({ path, query }) =>
      path === paths.messages && query.size > 0
        ? {
            status: 404,
            headers: { "content-type": "application/json" },
            body: '{"type":"error","error":{"type":"not_found_error","message":"No."}}',
          }
        : undefined,
  },
  inStream(
    at("no-role", "names no role in streams", "chat/stream/role-there"),
    paths.chat,
    inData((data) => {
      const delta = data.choices?.[0]?.delta;
      if (delta !== undefined) delete delta.role;
      return data;
    }),
  ),
  inStream(
    at("start-text", "begins a block with its first piece, and sends that again", [
      "messages/stream/as-asked",
      "messages/stream/text",
    ]),
    paths.messages,
    (text) => {
      const [, first] = /"text_delta","text":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
      return first === undefined
        ? text
        : text.replace('{"type":"text","text":""}', `{"type":"text","text":"${first}"}`);
    },
  ),
];

const inTexts = (value: Body, change: (text: string) => string): void => {
  for (const message of Array.isArray(value) ? value : [])
    if (typeof message?.content === "string") message.content = change(message.content);
    else if (Array.isArray(message?.content))
      for (const part of message.content) if (typeof part?.text === "string") part.text = change(part.text);
};

/** Faults of long prompts. */
const promptFaults: Fault[] = [
  inRequest(
    at("first-4000", "keeps the first 4000 characters of a message", "chat/tools-result/prompt-counted"),
    paths.chat,
    ({ messages }) => inTexts(messages, (text) => text.slice(0, 4000)),
  ),
  inRequest(
    at("last-2000", "keeps the last 2000 characters of a message", "chat/tools-result/prompt-counted"),
    paths.chat,
    ({ messages }) => inTexts(messages, (text) => text.slice(-2000)),
  ),
  inRequest(
    at("system-1000", "keeps 1000 characters of a system prompt", "messages/tools/prompt-counted"),
    paths.messages,
    (json) => {
      inTexts([{ content: json.system }], (text) => text.slice(0, 1000));
    },
  ),
  refusing(
    at("long-page", "answers long prompts with a page", "chat/tools-result/long"),
    ({ json }) => JSON.stringify(json ?? "").length > 4096,
    () => ({
      status: 413,
      headers: { "content-type": "text/html" },
      body: "<html><h1>413 Request Entity Too Large</h1></html>",
    }),
  ),
  inReply(
    at("prompt-constant", "counts the same tokens for a prompt of any length", ["chat/usage-grows"]),
    paths.chat,
    ({ usage }) => {
      usage.prompt_tokens = 5_000;
      usage.total_tokens = 5_000 + usage.completion_tokens;
    },
  ),
  {
    ...at(
      "system-stays",
      "lets a message without a system prompt have the one before it",
      "messages/tools-stream/own-prompt",
    ),
    ask: ({ path, json }, memory) => {
      if (path !== paths.messages || typeof json !== "object" || json === null) return undefined;
      if (json.system === undefined && memory.system !== undefined) json.system = memory.system;
      memory.system = json.system;
      return undefined;
    },
  },
];

/** Answers requests with another key from a cache of what its own key was answered. */
const cacheBeforeKey = (about: ReturnType<typeof named>, path: string): Fault => ({
  ...about,
  ask: (asked, memory) => (asked.path === path && !isOwn(asked) ? memory[JSON.stringify(asked.json)] : undefined),
  answer: (answer, asked, memory) => {
    if (asked.path === path && answer.status === 200 && isOwn(asked))
      memory[JSON.stringify(asked.json)] = { ...answer, headers: { "content-type": answer.headers["content-type"] } };
  },
});

const isOwn = ({ headers }: Asked) => /sk-mock-full$/.test(headers.authorization ?? headers["x-api-key"] ?? "");

/** Faults of caches: an answer is nobody else's, and of one request. */
const cacheFaults: Fault[] = [
  {
    ...at("cache-options", "answers the same messages alike, whatever else is asked", [
      "chat/reply/finish",
      "chat/stream/text",
    ]),
    answer: (answer, { path, json }, memory) => {
      if (path !== paths.chat || answer.status !== 200 || !isJson(answer)) return;
      const name = JSON.stringify([json.model, json.messages]);
      editJson(answer, (body) => {
        memory[name] ??= body.choices;
        body.choices = memory[name];
      });
    },
  },
  ...[paths.chat, paths.messages, paths.responses].map((path) =>
    cacheBeforeKey(
      at(`cache-before-key-${path.slice(4).split("/")[0]}`, `answers ${path} from a cache before it looks at the key`, [
        `${path === paths.chat ? "chat" : path.slice(4)}/refused/wrong-key`,
      ]),
      path,
    ),
  ),
];

/** Faults that show only at another provider's model, a longer prompt, or another spelling of the same wish. */
export const otherProviderFaults: Fault[] = [...modelFaults, ...memberFaults, ...promptFaults, ...cacheFaults];
