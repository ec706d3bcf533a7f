import { atOnce, chatOnly } from "./chat-only.ts";
import { gone, plus, swap } from "./edit.ts";
import { type Asked, type Body, type Fault, refusal, textOf } from "./fault.ts";
import { inBlocksOf, inEvents, inReplies, inRequests, inStreams, isAt, messagesIn, refused, refuses } from "./rows.ts";

const small = { ids: "last/", in: "chat", from: "small" } as const;
const reply = inReplies(small);
const request = inRequests(small);
const stream = inStreams(small);
const refusing = refuses(small);
const isStreamed = ({ path, json }: Asked) => isAt("chat", path) && json?.stream === true;
const fourBytes = /[\u{10000}-\u{10ffff}]/gu;

/** Changes the text of each message that is plain text. */
const inTexts = (change: (text: string) => string) => (json: Body) => {
  for (const message of messagesIn(json))
    if (typeof message.content === "string") message.content = change(message.content);
};

const atOnceOnly = (...row: Parameters<typeof atOnce>) => chatOnly(atOnce(...row), { hasTools: false });

/** Valid chat completions that differ in one thing from those that a run makes in any case. */
export const chatValidRequestFaults: Fault[] = [
  refusing(
    "other-model-refused",
    "knows one model of its list only",
    "chat/other-model/status",
    refused.unknownModel,
    ({ json }) => {
      return json?.model === "loom-large";
    },
  ),
  reply("other-model-name", "answers for every model with the name of one", "chat/other-model/model", {
    model: "loom-mini",
  }),
  refusing("max-tokens-wanted", "wants max_tokens", "chat/stream/status", refused.invalid, ({ json }) => {
    return json?.max_tokens === undefined && typeof json?.temperature === "number";
  }),
  refusing(
    "temperature-whole",
    "takes whole temperatures only",
    "chat/tools-result/status",
    refused.invalid,
    ({ json }) => {
      return json?.temperature > 0 && json.temperature < 2 && !Number.isInteger(json.temperature);
    },
  ),
  request("stop-in-streams", "ignores stop texts in streams", "chat/stop-stream/stop", (json) => {
    if (json.stream === true) delete json.stop;
  }),
  stream("stop-no-end", "ends no stream that a stop text ended", "chat/stop-stream/events", (text, { json }) =>
    json.stop === undefined ? text : text.replace("data: [DONE]\n\n", ""),
  ),
  atOnceOnly("streams-500", "fails on a second stream at the same time", "chat/streams-short/answered", isStreamed, {
    ask: () => refused.failed,
  }),
  atOnceOnly("streams-mixed", "writes one stream into another at the same time", "chat/streams-short/own", isStreamed, {
    answer: (answer) => {
      answer.body = textOf(answer).replace('"content":"', '"content":"eins ');
    },
  }),
  atOnceOnly("streams-one-id", "gives streams at the same time one id", "chat/streams-short/own", isStreamed, {
    answer: (answer) => {
      answer.body = textOf(answer).replaceAll(/"id":"[^"]*"/g, '"id":"chat-1"');
    },
  }),
  chatOnly(
    request("streams-swapped", "gives streams at the same time each other's text", "chat/streams-short/own", (json) => {
      if (json.stream !== true || json.stream_options !== undefined || !Array.isArray(json.messages)) return;
      const [first, last] = [json.messages[0], json.messages.at(-1)];
      const short = "Reply with exactly this: and soon it is over";
      if (last?.content === short)
        json.messages = [{ role: "user", content: "Reply with exactly this: ready, Zürich 🌊" }];
      else if (first?.role === "system" && json.max_tokens !== undefined)
        json.messages = [{ role: "user", content: short }];
    }),
    { hasTools: false },
  ),
  request("prompt-cut", "reads 2000 characters of a message", "chat/tools-result/prompt-counted", (json) =>
    inTexts((text) => text.slice(0, 2_000))(json),
  ),
  refusing("one-token-refused", "refuses max_tokens 1", "chat/one-token/status", refused.invalid, ({ json }) => {
    return json?.max_tokens === 1;
  }),
  request("one-token-ignored", "takes max_tokens 1 for none", "chat/one-token/one", { max_tokens: swap(1, 9) }),
  reply("stop-length", "says that a stop text is the most tokens", "chat/stop/finish", ({ choices }, { json }) => {
    if (json.stop !== undefined) choices[0].finish_reason = "length";
  }),
  reply(
    "stop-no-reason",
    "says no reason where a stop text ended the reply",
    "chat/stop/schema",
    ({ choices }, { json }) => {
      if (json.stop !== undefined) choices[0].finish_reason = null;
    },
  ),
  stream("letters-dropped", "leaves out letters of four bytes", "chat/stream/text", (text) =>
    text.replaceAll(fourBytes, ""),
  ),
  reply("cached-over", "counts more cached tokens than there are", "chat/reply/usage-sum", ({ usage }) => {
    usage.prompt_tokens_details = { cached_tokens: usage.prompt_tokens + 1 };
  }),
  reply("thought-over", "counts more reasoning than tokens", "chat/reply/usage-sum", ({ usage }) => {
    usage.completion_tokens_details = { reasoning_tokens: usage.completion_tokens + 1 };
  }),
  reply("counts-five", "counts five tokens for every answer", "chat/limited/counted", {
    "usage.completion_tokens": 5,
    "usage.total_tokens": (_total, { prompt_tokens: prompt }) => prompt + 5,
  }),
  inEvents(small)("stream-model", "names another model in streams", "chat/stream/model", {
    model: swap("loom-mini", "loom-large"),
  }),
  stream("stream-length", "says in streams that all were cut off", "chat/stream/finish", (text) =>
    text.replace('"finish_reason":"stop"', '"finish_reason":"length"'),
  ),
  inBlocksOf(small)("usage-first", "tells the usage before the text", "chat/stream-usage/last", (blocks) =>
    blocks.toSorted((one, other) => Number(other.includes('"usage":{')) - Number(one.includes('"usage":{'))),
  ),
  reply("tools-unasked", "calls a tool that nobody gave", "chat/reply/no-tools", ({ choices }, { json }) => {
    if (json.tools === undefined)
      choices[0].message.tool_calls = [
        { id: "call_1", type: "function", function: { name: "search", arguments: "{}" } },
      ];
  }),
];

/** The text of chat completions: its letters, its length, and what comes with it. */
export const chatTextFaults: Fault[] = [
  reply("letters-escaped", "answers with character references", "chat/reply/as-asked", {
    "choices.0.message.content": (text) => text.replace(/[^ -~]/g, (letter: string) => `&#${letter.codePointAt(0)};`),
  }),
  request("letters-misread", "reads requests as Latin-1", ["chat/reply/as-asked", "chat/large/"], (json) =>
    inTexts((text) => Buffer.from(text).toString("latin1"))(json),
  ),
  stream("letters-lost", "loses letters of four bytes in streams", "chat/stream/text", (text) =>
    text.replaceAll(fourBytes, "\ufffd"),
  ),
  request("letters-four-bytes", "takes letters of two bytes only", ["chat/reply/as-asked", "chat/large/"], (json) =>
    inTexts((text) => text.replaceAll(fourBytes, "?"))(json),
  ),
  request("system-dropped", "leaves system messages out", "chat/reply/prompt-counted", {
    messages: (all) => (Array.isArray(all) ? all.filter((each: Body) => each?.role !== "system") : all),
  }),
  refuses({ ids: "last/", from: "small" })(
    "charset-refused",
    "takes no charset beside the media type",
    "chat/tools-result/status",
    refusal(400, "invalid_request_error", "invalid_content_type"),
    ({ headers }) => headers["content-type"]?.includes("charset"),
  ),
  refusing("large-500", "fails on a long prompt", "chat/large/status", refused.failed, ({ json }) => {
    return JSON.stringify(json ?? "").length > 8_000;
  }),
  request("large-cut", "cuts long prompts", "chat/tools-result/prompt-counted", (json) =>
    inTexts((text) => text.slice(0, 1_000))(json),
  ),
  refusing(
    "refused-inside",
    "refuses a temperature inside a stream",
    "chat/refused/temperature-under-0",
    {
      status: 200,
      headers: { "content-type": "text/event-stream" },
      body: 'data: {"error":{"message":"No.","type":"invalid_request_error","code":"invalid_parameter"}}\n\n',
    },
    ({ json }) => json?.stream === true && json.temperature < 0,
  ),
];

const chat = { ids: "last/", in: "chat" } as const;
const toolRequest = inRequests(chat);
const toolStream = inStreams(chat);
const toolEvents = inEvents(chat);
const hasResult = ({ json }: Asked) => messagesIn(json).some(({ role }) => role === "tool");

/** Tools of chat beyond one plain call. */
export const chatToolFaults: Fault[] = [
  inReplies({ ids: "chat/", in: "chat" })(
    "stop-object",
    "names another object with stop texts",
    "chat/stop/schema",
    (body, { json }) => {
      if (Array.isArray(json.stop)) body.object = 7;
    },
  ),
  ...[
    refuses(chat)(
      "tools-result",
      "refuses the result of a tool",
      "chat/tools-result/status",
      refused.invalid,
      hasResult,
    ),
    toolRequest("tools-none", "calls a tool that it may not call", "chat/tools-result/none", (json) => {
      if (json.tool_choice === "none") json.tool_choice = { type: "function", function: json.tools[0].function };
    }),
    toolStream("tools-lost", "loses the end of a streamed tool call", "chat/tools-stream/call", (text) =>
      text.replace(/(\\"city\\")(?![\s\S]*\\"city\\")/, ""),
    ),
    toolEvents("tools-no-index", "numbers no piece of a streamed tool call", "chat/tools-stream/", {
      "choices.0.delta.tool_calls.*.index": gone,
    }),
    toolEvents("tools-no-id", "gives a streamed tool call no id", "chat/tools-stream/call", {
      "choices.0.delta.tool_calls.*.id": gone,
    }),
    toolStream("tools-reason", "ends a streamed tool call with the reason stop", "chat/tools-stream/call", (text) =>
      text.replace('"finish_reason":"tool_calls"', '"finish_reason":"stop"'),
    ),
    toolRequest(
      "tools-result-lost",
      "leaves out a tool call and its result",
      "chat/tools-result/prompt-counted",
      (json, asked) => {
        if (hasResult(asked)) json.messages = messagesIn(json).filter(({ role }) => role === "user");
      },
    ),
    toolEvents("tools-named", "names the tool in each piece of its call", "chat/tools-stream/call", {
      "choices.0.delta.tool_calls.*.function.name": "get_weather",
    }),
    toolEvents("tools-from-one", "counts streamed tool calls from 1", "chat/tools-stream/call", {
      "choices.0.delta.tool_calls.*.index": plus(1),
    }),
  ].map((fault) => chatOnly(fault)),
];
