import { gone, plus, swap, times } from "./edit.ts";
import { type Fault, isJson, isStream, textOf } from "./fault.ts";
import { inAnswers, inReplies, inRequests, messagesIn, refused, refuses } from "./rows.ts";

const reply = inReplies({ ids: "chat/", in: "chat" });
const answer = inAnswers({ ids: "chat/", in: "chat", status: 200, is: ({ json }) => json?.stream !== true });
const custom = inAnswers({ ids: "chat/", in: "chat", is: ({ json }) => json?.aspect_ratio !== undefined });
const small = inReplies({ ids: "small/", in: "chat" });
const smallAnswer = inAnswers({ ids: "small/", in: "chat", status: 200 });
const smallRequest = inRequests({ ids: "small/", in: "chat" });
const smallRefuses = refuses({ ids: "small/", in: "chat" });
const failure = '{"error":{"message":"x","type":"api_error","code":"internal_error"}}';

/** Plain chat completions, and how gateways break them. */
export const chatFaults: Fault[] = [
  answer("status-201", "answers a chat completion with 201", "chat/reply/status", { status: 201 }),
  answer("status-500", "answers each plain chat completion with 500", "chat/reply/status", {
    status: 500,
    body: failure,
  }),
  answer("media-type", "calls a chat completion text/plain", "chat/reply/media-type", {
    headers: { "content-type": "text/plain" },
  }),
  answer("no-media-type", "says no media type", "chat/reply/media-type", { headers: { "content-type": gone } }),
  answer("html", "answers a chat completion with a page", "chat/reply/media-type", {
    mediaType: "text/html",
    body: "<h1>Hello</h1>",
  }),
  answer("cut-json", "loses the last byte of a chat completion", "chat/reply/", (made) => {
    made.body = textOf(made).slice(0, -1);
  }),
  answer("empty-body", "answers a chat completion with nothing", "chat/reply/", { body: "" }),
  answer("compressed", "compresses a reply that was asked for uncompressed", "chat/reply/", {
    headers: { "content-encoding": "gzip" },
    body: Buffer.from([0x1f, 0x8b, 8, 0]),
  }),
  answer("latin1", "sends a chat completion in Latin-1", "chat/reply/", (made) => {
    made.body = Buffer.from(textOf(made).replace('"content":"', '"content":"\u00e9'), "latin1");
  }),
  answer("rate-header-text", "has words in a rate-limit header", "chat/reply/headers", {
    headers: { "x-ratelimit-limit-requests": "plenty" },
  }),
  inAnswers({ ids: "chat/" })("remaining-over-limit", "has more remaining than the limit", "service/rate-headers", {
    headers: { "x-ratelimit-remaining-requests": () => "9000" },
  }),
  answer("streams-unasked", "streams a reply that was asked for whole", "chat/reply/", (made) => {
    made.headers = { "content-type": "text/event-stream" };
    made.body = `data: ${textOf(made)}\n\ndata: [DONE]\n\n`;
  }),
  reply("no-choices", "leaves choices out", "chat/reply/text", { choices: gone }),
  reply("empty-choices", "sends an empty list of choices", "chat/reply/text", { choices: [] }),
  reply("choices-object", "sends choices as an object", "chat/reply/text", { choices: ([first]) => ({ 0: first }) }),
  reply("text-number", "sends a number for the text", "chat/reply/text", { "choices.0.message.content": 7 }),
  reply("text-null", "sends null for the text", "chat/reply/text", {
    "choices.0.message.content": (text, { tool_calls: calls }) => (calls ? text : null),
  }),
  reply("text-parts", "sends the text as an array of parts", "chat/reply/text", {
    "choices.0.message.content": (text) => [{ type: "text", text }],
  }),
  reply("text-empty", "sends an empty text", "chat/reply/text-there", { "choices.0.message.content": "" }),
  reply("no-message", "sends text where the message belongs", "chat/reply/text", {
    "choices.0": { index: 0, text: "hello", finish_reason: "stop" },
  }),
  reply("no-id", "leaves the id out", "chat/reply/schema", { id: gone }),
  reply("id-number", "sends a number for the id", "chat/reply/schema", { id: 17 }),
  reply("same-id", "gives every chat completion the same id", "chat/ids-unique", { id: "chatcmpl-1" }),
  reply("object", "names another object", "chat/reply/schema", { object: "text_completion" }),
  reply("no-created", "leaves the time out", "chat/reply/schema", { created: gone }),
  reply("created-ms", "says the time in milliseconds", "chat/reply/created", { created: times(1000) }),
  reply("created-text", "says the time as text", "chat/reply/schema", {
    created: (seconds) => new Date(seconds * 1000).toISOString(),
  }),
  reply("created-zero", "says 1970 for the time", "chat/reply/created", { created: 0 }),
  reply("no-model", "does not say which model it was", "chat/reply/schema", { model: gone }),
  reply("role-user", "answers in the role of the user", "chat/reply/schema", { "choices.0.message.role": "user" }),
  reply("no-role", "leaves the role out", "chat/reply/schema", { "choices.0.message.role": gone }),
  reply("no-finish", "leaves the finish reason out", "chat/reply/schema", { "choices.0.finish_reason": gone }),
  reply("finish-null", "says null for the reason of a finished reply", "chat/reply/schema", {
    "choices.0.finish_reason": null,
  }),
  reply("index-text", "sends the choice's index as text", "chat/reply/schema", { "choices.0.index": "0" }),
  reply("usage-sum", "counts a total that is not the sum", "chat/reply/usage-sum", { "usage.total_tokens": plus(3) }),
  reply("usage-zero", "counts no tokens at all", "chat/reply/usage-counted", {
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }),
  reply("usage-negative", "counts below zero", "chat/reply/schema", {
    "usage.completion_tokens": -1,
    "usage.total_tokens": (_total, { prompt_tokens: prompt }) => prompt - 1,
  }),
  reply("usage-text", "counts in text", "chat/reply/schema", { "usage.prompt_tokens": String }),
  reply("usage-constant", "counts the same tokens for every prompt", "chat/reply/prompt-counted", {
    "usage.prompt_tokens": 12,
    "usage.total_tokens": (_total, { completion_tokens: completion }) => 12 + completion,
  }),
  reply("max-tokens-ignored", "ignores max_tokens", "chat/limited/max-tokens", ({ choices, usage }, { json }) => {
    if (json.max_tokens > 20) return;
    choices[0].message.content += " and so on".repeat(40);
    choices[0].finish_reason = "stop";
    for (const name of ["completion_tokens", "total_tokens"]) usage[name] += 120;
  }),
  reply("finish-not-length", "says stop where max_tokens ended the reply", "chat/limited/finish", {
    "choices.0.finish_reason": swap("length", "stop"),
  }),
  reply("stop-ignored", "writes on after a stop text", "chat/stop/stop", ({ choices }, { json }) => {
    const [stop] = [json.stop ?? []].flat();
    if (stop !== undefined) choices[0].message.content += ` ${stop} and on`;
  }),
  reply("tool-arguments-object", "sends the arguments of a tool call as an object", "chat/tools/", {
    "choices.0.message.tool_calls.*.function.arguments": JSON.parse,
  }),
  reply("tool-arguments-broken", "sends arguments that are no JSON", "chat/tools/", {
    "choices.0.message.tool_calls.*.function.arguments": (text) => text.slice(1),
  }),
  reply("tool-arguments-wrong", "sends arguments that the tool does not take", "chat/tools/", {
    "choices.0.message.tool_calls.*.function.arguments": '{"nothing":1}',
  }),
  reply("tool-name", "calls a tool that was not offered", "chat/tools/", {
    "choices.0.message.tool_calls.*.function.name": "other",
  }),
  reply("tool-no-id", "gives a tool call no id", "chat/tools/", { "choices.0.message.tool_calls.*.id": gone }),
  reply("tool-ignored", "writes text where a tool had to be called", "chat/tools/", ({ choices: [choice] }) => {
    if (choice.message.tool_calls === undefined) return;
    delete choice.message.tool_calls;
    choice.message.content = "I can't.";
    choice.finish_reason = "stop";
  }),
  reply("tool-finish", "says stop where a tool is called", "chat/tools/", {
    "choices.0.finish_reason": swap("tool_calls", "stop"),
  }),
  {
    ...reply("tool-media-empty", "answers with no text for a picture", "chat/media/content", {
      "choices.0.message.content": (text) => (/https?:\/\/\S+\/media\//.test(text) ? "" : text),
    }),
    only: ["chat/media"],
  },
  reply(
    "custom-carried",
    "thinks because a custom parameter says so",
    "service/custom-parameters",
    (body, { json }) => {
      if (!(json.thinking_budget > 0)) return;
      body.choices[0].message.reasoning_content = "Hm.";
      body.usage.completion_tokens_details = { reasoning_tokens: body.usage.completion_tokens };
    },
  ),
  custom("custom-crash", "fails with 500 on a custom parameter", "chat/stop/custom-parameters", {
    status: 500,
    mediaType: "application/json",
    body: failure,
  }),
];

/** Members of a plain chat completion of the small deployment, and requests that it doesn't answer as asked. */
export const chatReplyFaults: Fault[] = [
  small("usage-off", "counts one prompt token more in plain replies", "chat/stream-usage/as-plain", {
    "usage.prompt_tokens": plus(1),
    "usage.total_tokens": plus(1),
  }),
  small(
    "usage-under",
    "counts one completion token less",
    ["chat/stream-usage/as-plain", "chat/limited"],
    ({ usage }) => {
      usage.completion_tokens = Math.max(1, usage.completion_tokens - 1);
      usage.total_tokens = usage.prompt_tokens + usage.completion_tokens;
    },
  ),
  small("finish-always-length", "says length for every reply", "chat/reply/finish", {
    "choices.0.finish_reason": "length",
  }),
  small("two-choices", "sends two choices where one was asked for", "chat/reply/", {
    choices: ([first]) => [first, { ...first, index: 1 }],
  }),
  small("index-1", "numbers its only choice 1", "chat/reply/", { "choices.0.index": 1 }),
  small("other-model", "says the name of another model of its list", "chat/reply/", { model: "loom-large" }),
  smallAnswer("garbage", "sends a line after the JSON", "chat/reply/", (made) => {
    if (isJson(made)) made.body = `${textOf(made)}\n<!-- cached -->`;
  }),
  smallAnswer("stream-plain-type", "calls streams application/octet-stream", "chat/stream/media-type", (made) => {
    if (isStream(made)) made.headers["content-type"] = "application/octet-stream";
  }),
  smallRequest("max-tokens-in-streams", "ignores max_tokens in streams", "chat/stream-usage/", (json) => {
    if (json.stream === true) delete json.max_tokens;
  }),
  small("cached-id", "answers like requests with the same id", "chat/ids-unique", (body, _asked, memory) => {
    body.id = memory.id ??= body.id;
  }),
  small("zone-behind", "says when in the time of a zone two hours behind", "chat/reply/created", {
    created: plus(-2 * 3_600),
  }),
  smallAnswer("byte-order-mark", "sends a byte order mark before its JSON", "chat/reply/media-type", (made) => {
    if (isJson(made)) made.body = `\ufeff${textOf(made)}`;
  }),
  smallAnswer("charset", "names another charset than that of its JSON", "chat/reply/media-type", (made) => {
    if (isJson(made)) made.headers["content-type"] = "application/json; charset=iso-8859-1";
  }),
  smallRequest("forgets", "reads the last message of a conversation only", "chat/reply/prompt-counted", {
    messages: (turns) => (Array.isArray(turns) ? turns.slice(-1) : turns),
  }),
  smallRefuses(
    "no-turns",
    "refuses conversations with an answer in them",
    "chat/limited/",
    refused.invalid,
    ({ json }) => messagesIn(json).some(({ role }) => role === "assistant"),
  ),
  smallRequest("streams-anyway", "streams where stream is false", "chat/limited/not-streamed", {
    stream: swap(false, true),
  }),
];
