import { gone, orElse, plus, swap } from "./edit.ts";
import { type Body, type Fault, refusal, textOf } from "./fault.ts";
import { inAnswers, inBlocksOf, inEvents, inReplies, inRequests, inStreams, refuses, without } from "./rows.ts";

const reply = inReplies({ ids: "messages/", in: "messages" });
const request = inRequests({ ids: "messages/", in: "messages" });
const answer = inAnswers({ ids: "messages/", in: "messages", status: 200 });
const events = inEvents({ ids: "messages-stream/", in: "messages" });
const stream = inStreams({ ids: "messages-stream/", in: "messages" });
const blocks = inBlocksOf({ ids: "messages-stream/", in: "messages" });
const chatChunks =
  'data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const notFound = refusal(404, "not_found_error", "The model is not known.");
const isTool = (body: Body) => body.stop_reason === "tool_use";

/** The messages interface, and how gateways break it. */
export const messagesFaults: Fault[] = [
  reply("no-id", "leaves a message's id out", "messages/reply/schema", { id: gone }),
  reply("type", "names another type", "messages/reply/schema", { type: "completion" }),
  reply("role", "answers a message in the role of the user", "messages/reply/schema", { role: "user" }),
  reply("content-string", "sends content as a string", "messages/reply/schema", (body) => {
    if (!isTool(body)) body.content = body.content[0].text;
  }),
  reply("no-content", "leaves content out", "messages/reply/schema", { content: gone }),
  reply("empty-content", "sends no content blocks", "messages/reply/text", { content: [] }),
  reply("text-number", "sends a number for a block's text", "messages/reply/schema", (body) => {
    if (!isTool(body)) body.content[0].text = 7;
  }),
  reply("no-stop-reason", "leaves the stop reason out", "messages/reply/schema", { stop_reason: gone }),
  reply("chat-stop-reason", "says chat's stop reason", "messages/reply/stop-reason", { stop_reason: "stop" }),
  refuses({ ids: "messages/", in: "messages" })(
    "display-name",
    "knows no model by its name for people",
    "messages/tools-stream/status",
    notFound,
    ({ json }) => /[A-Z]/.test(String(json?.model)),
  ),
  reply("block-made-up", "has a content block of tomorrow", "messages/reply/stop-reason", {
    content: (content) => [...content, { type: "tomorrow", x: 1 }],
  }),
  reply("stop-null", "says null for the stop reason", "messages/reply/", { stop_reason: null }),
  reply("chat-usage", "counts under chat's names", "messages/reply/schema", {
    usage: ({ input_tokens: prompt_tokens, output_tokens: completion_tokens }) => ({
      prompt_tokens,
      completion_tokens,
    }),
  }),
  reply("usage-text", "counts tokens in text", "messages/reply/schema", { "usage.input_tokens": "9" }),
  reply("usage-zero", "counts no tokens of a message", "messages/reply/usage-counted", {
    "usage.input_tokens": 0,
    "usage.output_tokens": 0,
  }),
  reply("chat-form", "answers messages in the form of chat", "messages/reply/schema", (body) => {
    const message = { role: "assistant", content: body.content?.[0]?.text ?? "" };
    for (const name of Object.keys(body)) delete body[name];
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    Object.assign(body, { id: "x", object: "chat.completion", created: 1, model: "m", choices });
  }),
  reply("tool-input-text", "sends a tool's input as text", "messages/tools/", {
    "content.*.input": (input) => JSON.stringify(input),
  }),
  reply("tool-stop", "says end_turn where a tool is called", "messages/tools/", {
    stop_reason: swap("tool_use", "end_turn"),
  }),
  reply("tool-no-id", "gives a tool call of messages no id", "messages/tools/", { "content.*.id": gone }),
  reply("tool-ignored", "writes text where a tool of messages had to be called", "messages/tools/", (body) => {
    if (isTool(body)) Object.assign(body, { stop_reason: "end_turn", content: [{ type: "text", text: "I can't." }] });
  }),
  reply("max-tokens", "ignores max_tokens on messages", "messages/reply/max-tokens", (body) => {
    if (isTool(body)) return;
    body.content[0].text += " and so on".repeat(60);
    body.usage.output_tokens += 180;
    body.stop_reason = "end_turn";
  }),
  request("max-tokens-ignored", "writes as much as it likes", "messages/reply/max-tokens", {
    max_tokens: (limit) => (Number.isInteger(limit) ? 4_000 : limit),
  }),
  reply("cut-as-end", "says end_turn where max_tokens ended it", "messages/reply/cut-off", {
    stop_reason: swap("max_tokens", "end_turn"),
  }),
  request("system-dropped", "leaves the system prompt out", "messages/reply/prompt-counted", {
    system: (system) => (typeof system === "string" ? gone : system),
  }),
  request("system-blocks", "refuses a system prompt in blocks", "messages/tools/status", {
    system: (system) => (Array.isArray(system) ? 7 : system),
  }),
  request("own-names", "does not know the provider's names of models", "messages/tools/status", {
    model: (name) => (/^claude-[a-z]+-\d-\d/.test(name) ? "unknown" : name),
  }),
  reply("same-id", "gives all messages the same id", "messages/ids-unique", { id: "msg_1" }),
  reply("end-as-stop", "says stop where nothing cut a message off", "messages/short/stop-reason", {
    stop_reason: (reason) => (["end_turn", "stop_sequence"].includes(reason) ? "stop" : reason),
  }),
  reply("no-stop-sequence", "does not say which stop sequence ended a message", "messages/short/", {
    stop_sequence: null,
  }),
  reply("stop-sequence-empty", "names an empty stop sequence where none came", "messages/reply/no-stop-sequence", {
    stop_sequence: orElse(""),
  }),
  answer("same-tool-id", "gives all tool calls of messages the same id", "messages/tools-stream/own-id", (made) => {
    made.body = textOf(made).replace(/"id":"toolu[^"]*"/, '"id":"toolu_1"');
  }),
];

const withoutEvents: [id: string, says: string, by: string, event: string][] = [
  ["no-start", "sends no message_start", "order", "message_start"],
  ["no-block-start", "opens no content block", "order", "content_block_start"],
  ["no-block-stop", "leaves a content block open", "order", "content_block_stop"],
  ["no-delta", "sends no message_delta", "", "message_delta"],
  ["no-stop", "sends no message_stop", "complete", "message_stop"],
];

/** Streams of the messages interface, and how gateways break them. */
export const messagesStreamFaults: Fault[] = [
  events("stop-made-up", "says chat's stop reason in streams", "messages/stream/stop-reason", {
    "delta.stop_reason": () => "stop",
  }),
  stream("no-event-lines", "sends no event lines", "messages/stream/event-line", (text) =>
    text.replaceAll(/^event: .*\n/gm, ""),
  ),
  stream("wrong-event-line", "names events otherwise than their data", "messages/stream/event-line", (text) =>
    text.replace("event: message_delta", "event: message_end"),
  ),
  ...withoutEvents.map(([id, says, by, event]) => stream(id, says, `messages/stream/${by}`, without(event))),
  stream("done", "sends [DONE] on messages", "messages/stream/no-done", (text) => `${text}data: [DONE]\n\n`),
  events("index", "numbers a delta for another block", "messages/stream/order", (data) => {
    if (data.type === "content_block_delta") data.index = 3;
  }),
  stream("delta-type", "names another type of delta", "messages/stream/", (text) =>
    text.replaceAll('"text_delta"', '"input_json_delta"'),
  ),
  events("no-stop-reason", "says no stop reason in a stream", "messages/stream/", { "delta.stop_reason": () => null }),
  events("no-usage", "counts no tokens at a stream's end", "messages/stream/schema", { usage: gone }),
  stream("chat-chunks", "streams chat's chunks on messages", "messages/stream/", () => chatChunks),
  blocks("stops", "stops in the middle of a message", "messages/stream/complete", (all) => all.slice(0, 5)),
  stream("broken-json", "sends an event of a message that is no JSON", "messages/stream/json", (text) =>
    text.replace('"index":0', '"index":'),
  ),
  stream("after-stop", "goes on after message_stop", "messages/stream/nothing-after-end", (text) => {
    return `${text}event: ping\ndata: {"type":"ping"}\n\n`;
  }),
  blocks("loses-piece", "loses a piece of a message", ["messages/stream/text", "messages/stream/as-asked"], (all) =>
    all.toSpliced(all.findIndex((block) => block.startsWith("event: content_block_delta")) + 1, 1),
  ),
  {
    ...events("usage-other", "counts the prompt of a stream otherwise", "messages/stop-stream/usage-as-plain", {
      "message.usage.input_tokens": plus(30),
    }),
    only: ["messages/stop-stream"],
  },
  stream("cut-as-end", "says end_turn where max_tokens ended a stream", "messages/stream/cut-off", (text) =>
    text.replace('"stop_reason":"max_tokens"', '"stop_reason":"end_turn"'),
  ),
  events("counts-none", "counts no tokens at the end of a stream", "messages/stream/text-counted", {
    "usage.output_tokens": 0,
  }),
  events("starts-full", "starts a stream with content", "messages/stream/starts-empty", {
    "message.content": [{ type: "text", text: "Hello" }],
  }),
  events("tool-starts-full", "starts a streamed tool call with an input", "messages/tools-stream/call", {
    "content_block.input": () => ({ city: "Rome" }),
  }),
  stream("tool-loses-piece", "loses a piece of a streamed tool input", "messages/tools-stream/call", (text) =>
    text.replace(/"partial_json":"(\\.|[^"\\])+"/, '"partial_json":""'),
  ),
];
