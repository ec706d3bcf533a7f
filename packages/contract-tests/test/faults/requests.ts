import { gone, orElse, replaceType, swap } from "./edit.ts";
import { type Asked, type Body, type Fault, textOf } from "./fault.ts";
import { inAnswers, inAsked, inRequests, letIn, messagesIn, refused, refuses } from "./rows.ts";

const chat = { ids: "requests/", in: "chat" } as const;
const request = inRequests(chat);
const refusing = refuses(chat);
const smallRequest = inRequests({ ids: "small/", in: "chat" });

const hello = [{ role: "user", content: "Hello" }];
/** Cuts numbers off at a limit. */
const atMost = (limit: number) => (value: unknown) => (typeof value === "number" && value > limit ? limit : value);
const atLeast0 = (value: unknown) => (typeof value === "number" && value < 0 ? 0 : value);
const isBroken = ({ method, json }: Asked) => method === "POST" && json === undefined;
const wrongMethod = inAnswers({ ids: "requests/", status: 405 });
const unknownPath = inAnswers({ ids: "requests/", status: 404 });

/** Chat completions that have to be refused and are not, or the other way round; and paths that there are not. */
export const requestFaults: Fault[] = [
  request("no-model", "takes a chat completion without a model", "chat/refused/missing-model", {
    model: orElse("gpt-5.2"),
  }),
  request("no-messages", "takes a chat completion without messages", "chat/refused/missing-messages", (json) => {
    if (json.messages === undefined) json.messages = hello;
  }),
  request("null-messages", "takes null for messages", "chat/refused/null-messages", { messages: swap(null, hello) }),
  request("text-messages", "takes a text for messages", "chat/refused/wrong-type-messages", {
    messages: replaceType("string", hello),
  }),
  request("no-role", "takes a message without a role", "chat/refused/missing-role", {
    "messages.*.role": orElse("user"),
  }),
  request("no-content", "takes a user's message without content", "chat/refused/missing-content", {
    "messages.*.content": orElse("Hello"),
  }),
  request("content-number", "takes a number for content", "chat/refused/wrong-type-content", {
    "messages.*.content": replaceType("number", "7"),
  }),
  request("unknown-model", "answers with another model if it knows none", "chat/refused/unknown-model", {
    model: (name) => (/no-such/.test(name) ? "gpt-5.2" : name),
    max_tokens: orElse(5),
  }),
  request("model-number", "takes a number for the model", "chat/refused/wrong-type-model", {
    model: replaceType("number", "gpt-5.2"),
  }),
  request("temperature-3", "takes temperature 3", "chat/refused/temperature-over-2", { temperature: atMost(2) }),
  request("temperature-just-over", "takes temperature 2.1, but not 3", "chat/refused/temperature-over-2", {
    temperature: (value) => (value > 2 && value < 2.5 ? 2 : value),
  }),
  request("temperature-below", "takes a temperature below 0", "chat/refused/temperature-under-0", {
    temperature: atLeast0,
  }),
  request("temperature-text", "takes a word for the temperature", "chat/refused/wrong-type-temperature", {
    temperature: swap("hot", 1),
  }),
  request("temperature-digits", "takes a temperature in quotes", "chat/refused/quoted-temperature", {
    temperature: (value) => (typeof value === "string" && value !== "hot" ? Number(value) : value),
  }),
  request("temperature-2-refused", "refuses temperature 2, which is in range", "chat/limited/status", {
    temperature: swap(2, 2.5),
  }),
  request("temperature-0-refused", "refuses temperature 0, which is in range", "chat/stream/status", {
    temperature: swap(0, -1),
  }),
  request("max-tokens-text", "takes a word for max_tokens", "chat/refused/wrong-type-max-tokens", {
    max_tokens: replaceType("string", 5),
  }),
  request("max-tokens-fraction", "takes a fraction for max_tokens", "chat/refused/fraction-max-tokens", {
    max_tokens: (limit) => (typeof limit === "number" ? Math.ceil(limit) : limit),
  }),
  request("stream-text", "takes a word for stream", "chat/refused/wrong-type-stream", {
    stream: replaceType("string", false),
  }),
  request("stream-ignored", "never streams", "chat/stream/media-type", { stream: gone, stream_options: gone }),
  request("unknown-refused", "refuses system messages", "chat/limited/status", (json) => {
    if (messagesIn(json)[0]?.role === "system") delete json.messages;
  }),
  inAsked(chat)("broken-json", "takes broken JSON", "chat/refused/broken-json", (asked) => {
    if (isBroken(asked)) asked.json = { model: "gpt-5.2", messages: hello };
  }),
  refusing("broken-json-500", "fails with 500 on broken JSON", "chat/refused/broken-json", refused.failed, isBroken),
  refusing(
    "array-500",
    "fails with 500 on a body that is an array",
    "chat/refused/array-body",
    refused.failed,
    (asked) => Array.isArray(asked.json),
  ),
  unknownPath("unknown-path-200", "answers unknown paths with 200", "service/unknown-path", { status: 200 }),
  inAnswers({
    ids: "requests/",
    status: 404,
    is: ({ method, path }) => method === "GET" && !path.startsWith("/v1/videos"),
  })("unknown-path-500", "answers unknown paths with 500", "service/unknown-path", { status: 500 }),
  wrongMethod("wrong-method-200", "answers a wrong method with 200", "service/wrong-method", { status: 200 }),
  smallRequest("temperature-clamped", "takes 2.01 for the temperature", "chat/refused/temperature-over-2", {
    temperature: (value) => (value > 2 && value < 2.1 ? 2 : value),
  }),
  smallRequest("prefix-models", "takes any model whose name it finds in part", "chat/refused/unknown-model", {
    model: (name) => (typeof name === "string" && name.includes("model") ? "loom-mini" : name),
  }),
];

const messages = { ids: "requests/messages-", in: "messages" } as const;
const responses = { ids: "requests/responses-", in: "responses" } as const;
const message = inRequests(messages);
const response = inRequests(responses);
/** Those for which a run on everything may have no call left are made alone. */
const late = (id: string, says: string, by: string, change: Parameters<typeof message>[3]): Fault =>
  message(id, says, by, change, { only: [by] });

/** Messages and responses that have to be refused and are not, or the other way round. */
export const otherDialectRequestFaults: Fault[] = [
  message("no-max-tokens", "takes a message without max_tokens", "messages/refused/missing-max-tokens", {
    max_tokens: orElse(5),
  }),
  message("no-messages", "takes a message request without messages", "messages/refused/missing-messages", (json) => {
    if (json.messages === undefined) json.messages = hello;
  }),
  message("no-model", "takes a message without a model", "messages/refused/missing-model", {
    model: orElse("claude-haiku-4.5"),
  }),
  message("temperature", "takes temperature 1.5 on messages", "messages/refused/temperature-over-1", {
    temperature: atMost(1),
  }),
  late("temperature-below", "takes a temperature below 0 on messages", "messages/refused/temperature-under-0", {
    temperature: atLeast0,
  }),
  message("temperature-1-refused", "refuses temperature 1 on messages", "messages/tools/status", {
    temperature: swap(1, 1.1),
  }),
  message("role", "takes the role system among messages", "messages/refused/role", {
    "messages.*.role": (role) => (role === "assistant" ? role : "user"),
  }),
  late("max-tokens-text", "takes a word for max_tokens on messages", "messages/refused/wrong-type-max-tokens", {
    max_tokens: replaceType("string", 5),
  }),
  late("top-k", "takes a word for top_k", "messages/refused/wrong-type-top-k", { top_k: replaceType("string", gone) }),
  late("stop-sequences", "takes a text for stop_sequences", "messages/refused/wrong-type-stop-sequences", {
    stop_sequences: replaceType("string", gone),
  }),
  late("tools", "takes an object for tools", "messages/refused/wrong-type-tools", {
    tools: (tools) => (Array.isArray(tools) ? tools : gone),
  }),
  inAsked(messages)("no-version", "takes a message without a version", "messages/refused/no-version", ({ headers }) => {
    headers["anthropic-version"] ??= "2023-06-01";
  }),
  message(
    "foreign-model",
    "answers messages with another provider's model",
    ["messages/refused/foreign-model", "messages/refused/streamed"],
    { model: (name) => (/gpt|gemini|grok/i.test(name) ? "claude-haiku-4.5" : name) },
  ),
  message("images", "refuses pictures on messages", "messages/stream/status", {
    messages: (all) => (JSON.stringify(all).includes('"image"') ? gone : all),
  }),
  response("no-input", "takes a response without input", "responses/refused/missing-input", { input: orElse("Hello") }),
  response("no-model", "takes a response without a model", "responses/refused/missing-model", {
    model: orElse("gpt-5.2"),
  }),
  {
    ...response("temperature", "takes temperature 3 on responses", "responses/refused/temperature-over-2", {
      temperature: atMost(2),
    }),
    only: ["responses/refused/temperature-over-2"],
  },
  refuses({ ids: "requests/responses-", in: "responses" })(
    "text-refused",
    "refuses an input that is a text",
    "responses/tools-stream/status",
    refused.invalid,
    ({ json, headers }) => typeof json?.input === "string" && headers.authorization === "Bearer sk-mock-full",
  ),
  inAnswers({ ...messages, status: 400, is: ({ json }) => json?.stream === true && json.max_tokens === undefined })(
    "streamed-no-max-tokens",
    "refuses a message for a stream by an event",
    "messages/refused/dated-without-max-tokens",
    (answer) => {
      Object.assign(answer, { status: 200, body: `event: error\ndata: ${textOf(answer)}\n\n` });
      answer.headers["content-type"] = "text/event-stream";
    },
  ),
  response("effort-refused", "refuses the effort high", "responses/structured/status", (json) => {
    if (json.reasoning?.effort === "high") delete json.input;
  }),
  response("search-ignored", "searches no web", "responses/structured/search", (json) => {
    if (json.tools?.[0]?.type === "web_search") for (const name of ["tools", "tool_choice"]) delete json[name];
  }),
  response("reasoning-refused", "refuses reasoning on responses", "responses/structured/status", (json) => {
    if (json.reasoning !== undefined) delete json.input;
  }),
];

const last = { ids: "last/takes-", in: "chat", from: "small" } as const;
const isStreamed = ({ json }: Asked) => json?.stream === true;

/** Takes a chat completion that has to be refused, as if it were right. */
const takes =
  (table: { is?: (asked: Asked) => boolean }, where: { by: string; what: string }) =>
  (by: string, what: string, change: Parameters<typeof request>[3]): Fault =>
    inRequests({ ...last, ...table })(
      where.by + by,
      `takes ${what}${where.what}`,
      `chat/refused/${where.by}${by}`,
      change,
    );
const takesPlain = takes({}, { by: "", what: "" });
const takesStreamed = takes({ is: isStreamed }, { by: "streamed-", what: " in streams" });
const takesUnread = (by: string, what: string, is: (asked: Asked & { text?: string }) => boolean): Fault =>
  inAsked(last)(by, `takes ${what}`, `chat/refused/${by}`, (asked) => {
    if (asked.method === "POST" && is(asked)) asked.json = { model: "loom-mini", messages: hello };
  });

/** Requests that are looked at less closely in streams, or where something unusual is wrong. */
export const requestInStreamFaults: Fault[] = [
  takesStreamed("missing-messages", "no messages", { messages: orElse(hello) }),
  takesStreamed("missing-model", "no model", { model: orElse("loom-mini") }),
  takesStreamed("temperature-over-2", "temperature 2.5", { temperature: atMost(2) }),
  takesStreamed("wrong-type-messages", "a text for messages", { messages: replaceType("string", hello) }),
  takesStreamed("wrong-key", "a key without its last character", (_json: Body, asked: Asked) => {
    if (asked.headers.authorization === "Bearer sk-mock-ful") letIn(asked);
  }),
  takesStreamed("no-key", "no key", (_json: Body, asked: Asked) => {
    if (asked.headers.authorization === undefined) letIn(asked);
  }),
  takesPlain("temperature-negative", "temperature -1 where no stream is asked for", {
    temperature: (value, { stream }) => (value < 0 && stream !== true ? 0 : value),
  }),
  takesPlain("missing-content-later", "a later message without content", (json) => {
    for (const later of messagesIn(json).slice(1)) later.content ??= "Hello";
  }),
  takesStreamed("null-model", "null for the model", { model: swap(null, "loom-mini") }),
  takesStreamed("wrong-type-role", "a number for the role", { "messages.*.role": replaceType("number", "user") }),
  takesStreamed("wrong-type-object-content", "an object for content", {
    "messages.*.content": (content) => content?.text ?? content,
  }),
  takesPlain("wrong-type-number-stream", "a number for stream", { stream: swap(1, true) }),
  takesPlain("quoted-stream", "true in quotes for stream", { stream: swap("true", true) }),
  takesStreamed("zero-max-tokens", "0 for max_tokens", { max_tokens: swap(0, gone) }),
  takesStreamed("quoted-max-tokens", "a number in quotes for max_tokens", { max_tokens: swap("16", 16) }),
  takesStreamed("null-message", "null for a message", {
    messages: (all) => (Array.isArray(all) && all[0] === null ? hello : all),
  }),
  takesStreamed("wrong-type-object-messages", "one message for a list of them", {
    messages: (all) => (all?.role === undefined ? all : [all]),
  }),
  takesUnread("empty-body", "no body", ({ json, text }) => json === undefined && text === ""),
  takesUnread("null-body", "null for a body", ({ json }) => json === null),
];
