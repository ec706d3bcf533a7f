import { gone, plus, swap, times } from "./edit.ts";
import { type Body, type Fault, textOf } from "./fault.ts";
import {
  editAnswer,
  inAnswers,
  inAsked,
  inBlocksOf,
  inEvents,
  inReplies,
  inRequests,
  inStreams,
  letIn,
  refused,
  refuses,
  without,
} from "./rows.ts";

const about = { ids: "responses/", in: "responses" } as const;
const streamed = { ids: "responses-stream/", in: "responses" } as const;
/** Late calls are made where the run is about responses only. */
const only = ["models", "responses"];

const reply = inReplies(about);
const request = inRequests(about);
const events = inEvents(streamed);
const stream = inStreams(streamed);
const lateRequest = inRequests({ ...about, only });
const lateReply = inReplies({ ...about, only });
const lateEvents = inEvents({ ...streamed, only });
const lateStream = inStreams({ ...streamed, only });
const isUnknown = (id: unknown) => /^resp_0+ff$/.test(String(id));

/** The responses interface, and how gateways break it. */
export const responsesFaults: Fault[] = [
  inAsked({ ...about, is: ({ json }) => json?.previous_response_id !== undefined })(
    "others-previous",
    "goes on from the responses of all accounts",
    "keys/no-points-kept-response",
    letIn,
  ),
  reply("no-id", "leaves a response's id out", "responses/reply/schema", { id: gone }),
  reply("object", "names another object for a response", "responses/reply/schema", { object: "chat.completion" }),
  reply("no-status", "leaves a response's status out", "responses/reply/schema", { status: gone }),
  reply("no-output", "leaves the output out", "responses/reply/", { output: gone }),
  reply("empty-output", "sends no output", "responses/reply/text", { output: [], output_text: "" }),
  reply("output-text-other", "says another text in output_text", "responses/reply/output-text", (body) => {
    body.output_text += "!";
  }),
  events("output-text-other", "ends a stream with another output_text", "responses/stream/output-text", {
    "response.output_text": (text) => text.slice(1),
  }),
  reply("output-string", "sends the output as text", "responses/reply/", { output: "hello" }),
  reply("created-ms", "says a response's time in milliseconds", "responses/reply/created", {
    created_at: times(1000),
  }),
  reply("usage-sum", "counts a response's total wrong", "responses/reply/usage-sum", {
    "usage.total_tokens": plus(5),
  }),
  reply("chat-usage", "counts a response under chat's names", "responses/reply/", {
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }),
  reply("in-progress", "says that a finished response is in progress", "responses/reply/finished", {
    status: "in_progress",
  }),
  reply(
    "in-progress-whole",
    "says that a response that no limit cut off is in progress",
    "responses/structured/finished",
    {
      status: swap("completed", "in_progress"),
    },
  ),
  stream("no-created", "sends no response.created", "responses/stream/order", without("response.created")),
  inBlocksOf(streamed)("no-completed", "sends no last event", "responses/stream/complete", (all) =>
    all.filter((block) => !/event: response\.(completed|incomplete)/.test(block)),
  ),
  stream("adds-up", "streams a text that is not its pieces", "responses/stream/adds-up", (text) =>
    text.replace(/"delta":"(\\.|[^"\\])+"/, '"delta":"?"'),
  ),
  events("sequence", "numbers two events alike", "responses/stream/identity", {
    sequence_number: (number) => Math.max(0, number - 1),
  }),
  events("sequence-missing", "leaves the numbers of events out", "responses/stream/", { sequence_number: gone }),
  stream("event-line", "names an event otherwise than its type", "responses/stream/event-line", (text) =>
    text.replace(/event: response\.(in)?completed?/, "event: completed"),
  ),
  events("id-changes", "changes the id of a response within a stream", "responses/stream/identity", (data) => {
    if (/completed|incomplete/.test(data.type) && data.response) data.response.id = "other";
  }),
  stream(
    "item-open",
    "leaves an item open",
    ["responses/stream/order", "responses/stream/identity"],
    without("response.output_item.done"),
  ),
  stream("broken-json", "sends an event of a response that is no JSON", "responses/stream/json", (text) =>
    text.replace('"sequence_number":2', '"sequence_number":'),
  ),
  inRequests(streamed)("max-tokens", "ignores max_output_tokens in streams", "responses/stream/max-tokens", (json) => {
    if (json.stream) delete json.max_output_tokens;
  }),
  reply("max-tokens", "counts more tokens than max_output_tokens", "responses/reply/max-tokens", {
    "usage.output_tokens": plus(180),
    "usage.total_tokens": plus(180),
  }),
  reply("cut-completed", "says that a cut response is whole", "responses/reply/cut-off", (body) => {
    if (body.status === "incomplete") Object.assign(body, { status: "completed", incomplete_details: null });
  }),
  request("format-dropped", "drops the schema of a response's text", "responses/structured/json", { text: gone }),
  request("summary-dropped", "drops what is to be told of the reasoning", "responses/tools-stream/summary", {
    "reasoning.summary": gone,
  }),
  reply("instructions-other", "repeats other instructions", "responses/reply/echo", {
    instructions: (text) => text && "You are a gateway.",
  }),
  request(
    "default-limit",
    "limits responses that set no limit to 16 tokens",
    "responses/structured/finished",
    (json) => {
      if (json.text !== undefined) json.max_output_tokens ??= 16;
    },
  ),
  events("usage-other", "counts half the prompt of a stream", "responses/stream/prompt-counted", ({ response }) => {
    if (!response?.usage) return;
    const half = Math.floor(response.usage.input_tokens / 2);
    for (const name of ["input_tokens", "total_tokens"]) response.usage[name] -= half;
  }),
  inAnswers(about)("same-id", "gives all responses the same id", "responses/ids-unique", (made) => {
    made.body = textOf(made).replaceAll(/"id":"resp_[^"]+"/g, '"id":"resp_1"');
  }),
  reply("no-effort", "says nothing of the effort that was asked for", "responses/structured/effort", {
    reasoning: { effort: null, summary: null },
  }),
  events("no-effort", "streams another effort than was asked for", "responses/tools-stream/effort", {
    "response.reasoning": (reasoning) => ({ ...reasoning, effort: "medium" }),
  }),
  events("ends-empty", "ends a stream with a response without output", "responses/stream/last-is-whole", (data) => {
    if (/completed|incomplete/.test(data.type) && data.response)
      Object.assign(data.response, { output: [], output_text: "" });
  }),
  reply("no-search", "does not search the web", "responses/structured/search", {
    output: (items) => items.filter(({ type }: Body) => type !== "web_search_call"),
  }),
  {
    ...inAnswers({ ...streamed, only, is: ({ json }) => json?.stream === true, status: 400 })(
      "refusal-inside",
      "refuses a response with 200 and an error in the stream",
      "responses/refused/streamed",
      (made) => {
        editAnswer(made, { status: 200, mediaType: "text/event-stream", body: `data: ${textOf(made)}\n\n` });
      },
    ),
    weighs: "fail",
  },
  refuses(about)("absent", "lists models of responses and has none", "responses/reply/status", refused.notFound),
];

/** Items of responses: inputs, outputs, and the earlier responses they go on from. */
export const responsesItemFaults: Fault[] = [
  lateRequest("effort-unknown-taken", "takes any effort", "responses/refused/unknown-effort", {
    "reasoning.effort": swap("contract-tests", "medium"),
  }),
  lateRequest(
    "previous-unknown-taken",
    "answers without a conversation it knows",
    "responses/refused/unknown-previous",
    {
      previous_response_id: (id) => (isUnknown(id) ? gone : id),
    },
  ),
  lateRequest(
    "previous-ignored",
    "forgets the conversation that a response goes on from",
    ["responses/structured/earlier-counted", "responses/structured/status"],
    { previous_response_id: (id) => (isUnknown(id) ? id : gone) },
  ),
  lateReply("citations-shifted", "cites what is beyond the text", "responses/searched/citations", ({ output = [] }) => {
    for (const { content = [] } of output)
      for (const { annotations = [], text } of content) for (const each of annotations) each.end_index += text.length;
  }),
  lateRequest("picture-dropped", "drops pictures", "responses/stream/picture-counted", {
    "input.*.content": (parts) =>
      Array.isArray(parts) ? parts.filter(({ type }: Body) => type !== "input_image") : parts,
  }),
  lateStream("cut-completed", "says that a cut stream is whole", "responses/stream/cut-off", (text) =>
    text
      .replaceAll("response.incomplete", "response.completed")
      .replaceAll(
        '"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}',
        '"status":"completed","incomplete_details":null',
      ),
  ),
  lateEvents(
    "last-without-items",
    "ends a stream without its items",
    "responses/tools-stream/last-has-items",
    (data) => {
      if (data.type === "response.completed") data.response.output = [];
    },
  ),
  lateEvents("output-index-0", "numbers all items of a stream 0", "responses/tools-stream/", {
    output_index: () => 0,
  }),
  lateStream("output-index-reversed", "numbers two items in reverse", "responses/tools-stream/output-index", (text) =>
    text.includes('"output_index":1')
      ? text.replaceAll(/"output_index":([01])\b/g, (_whole, index) => `"output_index":${1 - index}`)
      : text,
  ),
  lateRequest("tool-output-lost", "loses the result of a tool", "responses/structured/earlier-counted", {
    "input.*.output": () => "",
  }),
  refuses({ ...streamed, only })(
    "not-kept",
    "says that it keeps a stream, and does not",
    "responses/structured/status",
    refused.notFound,
    ({ json }) => json?.previous_response_id !== undefined,
  ),
];

const calledAnyway = (isStreamed: boolean) => (json: Body) => {
  if (json.tool_choice === "none" && (json.stream === true) === isStreamed) json.tool_choice = "required";
};
const jsonReply = inReplies({ ...about, is: ({ json }) => json?.text?.format !== undefined });
const inTexts = (body: Body, change: (text: string) => string) => {
  for (const { content = [] } of body.output)
    for (const part of content) if (part.type === "output_text") part.text = change(part.text);
  body.output_text = change(body.output_text);
};
const isReasoning = (item: Body) => item.type === "reasoning";

/** Plain responses: what is asked for beside a text, what is counted, and what has to be its own. */
export const responsesPlainFaults: Fault[] = [
  reply("thought-twice", "counts what it thought twice in the total", "responses/structured/usage-sum", ({ usage }) => {
    usage.total_tokens += usage.output_tokens_details.reasoning_tokens;
  }),
  reply("thought-left-out", "counts what it thought in no sum", "responses/structured/usage-sum", ({ usage }) => {
    if (usage.output_tokens_details.reasoning_tokens > 0)
      Object.assign(usage, { output_tokens: 1, total_tokens: usage.input_tokens + 1 });
  }),
  reply("summary-empty", "sums nothing up in plain responses", "responses/structured/summary", {
    "output.*.summary": () => [],
  }),
  events("summary-empty", "sums nothing up in streams", "responses/tools-stream/", (data) => {
    if (data.type.includes("reasoning_summary")) return gone;
    for (const item of data.response?.output ?? []) if (isReasoning(item)) item.summary = [];
  }),
  jsonReply("json-fenced", "puts JSON into a fence", "responses/structured/json", (body) =>
    inTexts(body, (text) => `\`\`\`\n${text}\n\`\`\``),
  ),
  jsonReply("json-with-more", "adds a member to JSON that allows no other", "responses/structured/no-more", (body) =>
    inTexts(body, (text) => text.replace("{", '{"source":"the web",')),
  ),
  request("calls-anyway", "calls tools that it may not call", "responses/reply/no-tool", calledAnyway(false)),
  inRequests(streamed)("calls-anyway", "calls such tools in streams", "responses/stream/no-tool", calledAnyway(true)),
  reply("same-id-plain", "gives all plain responses the same id", "responses/ids-unique", (body, _asked, memory) => {
    body.id = memory.id ??= body.id;
  }),
  reply("same-item-id", "gives all texts the same id", "responses/item-ids-unique", ({ output }) => {
    for (const item of output) if (item.type === "message") item.id = "msg_1";
  }),
  reply("no-usage", "counts no tokens", "responses/reply/usage-there", { usage: null }),
  events("no-usage", "counts no tokens in streams", "responses/stream/usage-there", { "response.usage": null }),
  lateReply("no-call-id", "gives calls no id", "responses/tools/", { "output.*.call_id": () => "" }),
];
