import { type Fault, isJson, textOf } from "./fault.ts";
import { inAnswers, inBlocksOf, inErrors, inEvents, inReplies, inStreams, variants } from "./rows.ts";

const at = { ids: "legal/small-", from: "small" } as const;
const chat = { ...at, in: "chat" } as const;
const reply = variants(inReplies(chat));
const stream = variants(inStreams(chat));
const blocks = variants(inBlocksOf(chat));
const events = variants(inEvents(chat));
const answer = variants(inAnswers(at));
const error = variants(inErrors(at));
const withFractions = (text: string) => text.replaceAll(/"(created|creation_time)":(\d+)/g, '"$1":$2.0');

/** Legal variants of its chat completions, errors and headers. */
export const legalChatVariants: Fault[] = [
  { id: "legal/small-itself", says: "is the small one", by: [], from: "small" },
  error("long-messages", "explains errors at length, in another language", {
    "error.message": (_message, { code }) =>
      `Die Anfrage wurde abgelehnt („${code}“). ${"Siehe die Dokumentation. ".repeat(20)}`,
  }),
  error("error-context", "tells the request's id and a link in errors", (body) => {
    body.request_id = "req_1";
    Object.assign(body.error, { param: "model", docs: "https://docs.example", details: [] });
  }),
  answer("challenge", "sends WWW-Authenticate with 401", (made) => {
    if (made.status === 401) made.headers["www-authenticate"] = 'Bearer realm="api", error="invalid_token"';
  }),
  answer("float-times", "writes times with a fraction of zero", (made) => {
    made.body = withFractions(textOf(made));
  }),
  reply("usage-details", "has details of the usage", (body) => {
    body.usage.prompt_tokens_details = { cached_tokens: 0, audio_tokens: null };
    body.usage.completion_tokens_details = { reasoning_tokens: 0, accepted_prediction_tokens: 0 };
    body.usage.cost = 0.01;
  }),
  reply("reasoning", "reasons before it answers, and counts that", (body) => {
    body.usage.completion_tokens_details = { reasoning_tokens: 0 };
    body.choices[0].message.reasoning = "Hm.";
  }),
  reply("ids", "has ids of digits only", (body) => {
    body.id = String(BigInt(`0x${body.id.slice(0, 8)}`));
  }),
  reply("nulls", "sends null for what it does not use", (body) => {
    Object.assign(body, { system_fingerprint: null, service_tier: null });
    Object.assign(body.choices[0], { logprobs: null });
    Object.assign(body.choices[0].message, { refusal: null, tool_calls: null, annotations: null });
  }),
  reply("upstream-model", "names the upstream's model", { model: "vendor/loom-2026-01" }),
  reply("display-name", "names the model as people write it", { model: "Loom Mini" }),
  reply("samples", "samples: no two answers are the same", (body, asked, memory) => {
    memory.nth = (memory.nth ?? 0) + 1;
    if (asked.json.max_tokens === undefined) body.choices[0].message.content = `Ready ${memory.nth}`;
  }),
  reply("full-stop", "ends its word with a full stop and a line", (body, asked) => {
    if (asked.json.max_tokens === undefined) body.choices[0].message.content = `${body.choices[0].message.content}.\n`;
  }),
  blocks("role-with-text", "names the role beside the first text", (all) => {
    const [, second = ""] = all;
    return [second.replace('"delta":{', '"delta":{"role":"assistant",'), ...all.slice(2)];
  }),
  blocks("empty-deltas", "sends empty deltas in between", (all) => {
    const [first = "", ...rest] = all;
    const empty = first.replace(/"delta":\{[^}]*\}/, '"delta":{}');
    return [first, empty, ...rest.slice(0, 1), empty, ...rest.slice(1)];
  }),
  stream("null-content", "sends null for the text of its first chunk", (text) =>
    text.replace('"content":""', '"content":null'),
  ),
  blocks("finish-with-text", "says the finish reason beside the last text", (all) => {
    const at = all.findIndex((block) => /"finish_reason":"/.test(block));
    const reason = /"finish_reason":("\w+")/.exec(all[at] ?? "")?.[1] ?? "null";
    const last = (all[at - 1] ?? "").replace('"finish_reason":null', `"finish_reason":${reason}`);
    return [...all.slice(0, at - 1), last, ...all.slice(at + 1)];
  }),
  blocks("whole-text", "sends the whole text in one chunk", (all) => {
    const isText = (block: string) => /"content":"[^"]/.test(block);
    const texts = all.filter(isText);
    const whole = texts.map((block) => JSON.parse(block.slice(6)).choices[0].delta.content).join("");
    const at = all.findIndex(isText);
    const one = (all[at] ?? "").replace(/"content":"[^"]*"/, `"content":${JSON.stringify(whole)}`);
    return [...all.slice(0, at), one, ...all.slice(at).filter((block) => !isText(block))];
  }),
  events("usage-null", "sends usage null in each chunk", (data) => {
    data.usage ??= null;
  }),
  blocks("usage-in-finish", "tells the usage in the chunk with the finish reason", (all) => {
    const at = all.findIndex((block) => /"usage":\{/.test(block));
    const usage = /"usage":(\{[^}]*\})/.exec(all[at] ?? "")?.[1];
    if (usage === undefined) return all;
    return all
      .filter((_, index) => index !== at)
      .map((block) => (/"finish_reason":"/.test(block) ? `${block.slice(0, -1)},"usage":${usage}}` : block));
  }),
  stream("pings", "sends comments as pings", (text) => `: open\n\n${text.replaceAll("\n\n", "\n\n:\n\n")}`),
  stream("event-message", "names its events message", (text) =>
    text.replaceAll(/^data: \{/gm, "event: message\ndata: {"),
  ),
  stream("done-space", "ends lines with CRLF, and [DONE] with the stream", (text) => text.replaceAll("\n", "\r\n")),
  events("obfuscation", "fills its chunks up", { obfuscation: "x7" }),
  events("logprobs", "sends log probabilities of null in chunks", { "choices.0.logprobs": null }),
  answer("closes", "closes its connections", { headers: { connection: "close" } }),
  answer("html-404", "answers unknown paths with a page, and wrong methods too", (made) => {
    if (made.status !== 404 && made.status !== 405) return;
    made.headers["content-type"] = "text/html";
    made.body = "<html><h1>Not here</h1></html>";
  }),
  answer("options-204", "answers OPTIONS for browsers", (made, { method }) => {
    if (method === "OPTIONS")
      Object.assign(made, { status: 204, headers: { "access-control-allow-origin": "*" }, body: "" });
  }),
  answer("other-rate-headers", "tells its limit in headers of other names", {
    headers: {
      "ratelimit-limit": "500",
      "ratelimit-remaining": "12",
      "x-ratelimit-limit-tokens": "100000",
      "x-ratelimit-reset-tokens": "6m0s",
    },
  }),
  variants(inReplies({ ...at, in: "models" }))("named-unit", "names the unit of its prices", ({ data }) => {
    for (const { pricing } of data) Object.assign(pricing, { unit: "points", per: "token" });
  }),
  reply("recorded-time", "says the time of a recording", { created: 1_700_000_000 }),
  answer("charset-in-quotes", "names the charset in quotes and capitals", (made) => {
    if (isJson(made)) made.headers["content-type"] = 'application/json; charset="UTF-8"';
  }),
];
