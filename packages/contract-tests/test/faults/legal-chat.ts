import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inBlocks,
  inData,
  inError,
  inReply,
  inStream,
  isJson,
  type Memory,
  named,
  paths,
  textOf,
} from "./fault.ts";

const about = (id: string, says: string) => ({ ...named(`legal/small-${id}`, says, []), from: "small" as const });
const reply = (id: string, says: string, change: (body: Body, asked: Asked, memory: Memory) => void): Fault => ({
  ...about(id, says),
  ...inReply(about(id, says), paths.chat, change),
});
const stream = (id: string, says: string, change: (text: string, asked: Asked) => string): Fault => ({
  ...about(id, says),
  ...inStream(about(id, says), paths.chat, change),
});
const answer = (id: string, says: string, change: NonNullable<Fault["answer"]>): Fault => ({
  ...about(id, says),
  ...inAnswer(about(id, says), change),
});
const withNumbers = (name: string) => (text: string) =>
  text.replaceAll(new RegExp(`"${name}":(\\d+)`, "g"), `"${name}":$1.0`);

/** Legal variants of its chat completions, errors and headers. */
export const legalChatVariants: Fault[] = [
  { ...about("itself", "is the small one") },
  answer("long-messages", "explains errors at length, in another language", (made) => {
    if (made.status >= 400 && isJson(made))
      editJson(made, (body) => {
        body.error.message = `Die Anfrage wurde abgelehnt („${body.error.code}“). ${"Siehe die Dokumentation. ".repeat(20)}`;
      });
  }),
  {
    ...about("error-context", "tells the request's id and a link in errors"),
    ...inError(about("error-context", ""), {}, (body) => {
      body.request_id = "req_1";
      Object.assign(body.error, { param: "model", docs: "https://docs.example", details: [] });
    }),
  },
  answer("challenge", "sends WWW-Authenticate with 401", (made) => {
    if (made.status === 401) made.headers["www-authenticate"] = 'Bearer realm="api", error="invalid_token"';
  }),
  answer("float-times", "writes times with a fraction of zero", (made) => {
    made.body = withNumbers("creation_time")(withNumbers("created")(textOf(made)));
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
  reply("upstream-model", "names the upstream's model", (body) => {
    body.model = "vendor/loom-2026-01";
  }),
  reply("display-name", "names the model as people write it", (body) => {
    body.model = "Loom Mini";
  }),
  reply("samples", "samples: no two answers are the same", (body, asked, memory) => {
    memory.nth = (memory.nth ?? 0) + 1;
    if (asked.json.max_tokens === undefined) body.choices[0].message.content = `Ready ${memory.nth}`;
  }),
  reply("full-stop", "ends its word with a full stop and a line", (body, asked) => {
    if (asked.json.max_tokens === undefined) body.choices[0].message.content = `${body.choices[0].message.content}.\n`;
  }),
  stream(
    "role-with-text",
    "names the role beside the first text",
    inBlocks((blocks) => {
      const [, second = ""] = blocks;
      return [second.replace('"delta":{', '"delta":{"role":"assistant",'), ...blocks.slice(2)];
    }),
  ),
  stream(
    "empty-deltas",
    "sends empty deltas in between",
    inBlocks((blocks) => {
      const [first = "", ...rest] = blocks;
      const empty = first.replace(/"delta":\{[^}]*\}/, '"delta":{}');
      return [first, empty, ...rest.slice(0, 1), empty, ...rest.slice(1)];
    }),
  ),
  stream("null-content", "sends null for the text of its first chunk", (text) =>
    text.replace('"content":""', '"content":null'),
  ),
  stream(
    "finish-with-text",
    "says the finish reason beside the last text",
    inBlocks((blocks) => {
      const at = blocks.findIndex((block) => /"finish_reason":"/.test(block));
      const reason = /"finish_reason":("\w+")/.exec(blocks[at] ?? "")?.[1] ?? "null";
      const last = (blocks[at - 1] ?? "").replace('"finish_reason":null', `"finish_reason":${reason}`);
      return [...blocks.slice(0, at - 1), last, ...blocks.slice(at + 1)];
    }),
  ),
  stream(
    "whole-text",
    "sends the whole text in one chunk",
    inBlocks((blocks) => {
      const isText = (block: string) => /"content":"[^"]/.test(block);
      const texts = blocks.filter(isText);
      const whole = texts.map((block) => JSON.parse(block.slice(6)).choices[0].delta.content).join("");
      const at = blocks.findIndex(isText);
      const one = (blocks[at] ?? "").replace(/"content":"[^"]*"/, `"content":${JSON.stringify(whole)}`);
      return [...blocks.slice(0, at), one, ...blocks.slice(at).filter((block) => !isText(block))];
    }),
  ),
  stream(
    "usage-null",
    "sends usage null in each chunk",
    inData((data) => ({ usage: null, ...data })),
  ),
  stream(
    "usage-in-finish",
    "tells the usage in the chunk with the finish reason",
    inBlocks((blocks) => {
      const at = blocks.findIndex((block) => /"usage":\{/.test(block));
      const usage = /"usage":(\{[^}]*\})/.exec(blocks[at] ?? "")?.[1];
      if (usage === undefined) return blocks;
      return blocks
        .filter((_, index) => index !== at)
        .map((block) => (/"finish_reason":"/.test(block) ? `${block.slice(0, -1)},"usage":${usage}}` : block));
    }),
  ),
  stream("pings", "sends comments as pings", (text) => `: open\n\n${text.replaceAll("\n\n", "\n\n:\n\n")}`),
  stream("event-message", "names its events message", (text) =>
    text.replaceAll(/^data: \{/gm, "event: message\ndata: {"),
  ),
  stream("done-space", "ends lines with CRLF, and [DONE] with the stream", (text) => text.replaceAll("\n", "\r\n")),
  stream(
    "obfuscation",
    "fills its chunks up",
    inData((data) => ({ ...data, obfuscation: "x7" })),
  ),
  stream(
    "logprobs",
    "sends log probabilities of null in chunks",
    inData((data) => {
      if (data.choices[0]) data.choices[0].logprobs = null;
      return data;
    }),
  ),
  answer("closes", "closes its connections", (made) => {
    made.headers.connection = "close";
  }),
  answer("html-404", "answers unknown paths with a page, and wrong methods too", (made) => {
    if (made.status !== 404 && made.status !== 405) return;
    made.headers["content-type"] = "text/html";
    made.body = "<html><h1>Not here</h1></html>";
  }),
  answer("options-204", "answers OPTIONS for browsers", (made, { method }) => {
    if (method === "OPTIONS")
      Object.assign(made, { status: 204, headers: { "access-control-allow-origin": "*" }, body: "" });
  }),
  answer("other-rate-headers", "tells its limit in headers of other names", (made) => {
    Object.assign(made.headers, {
      "ratelimit-limit": "500",
      "ratelimit-remaining": "12",
      "x-ratelimit-limit-tokens": "100000",
      "x-ratelimit-reset-tokens": "6m0s",
    });
  }),
  answer("named-unit", "names the unit of its prices", (made, { path }) => {
    if (path === paths.models && made.status === 200)
      editJson(made, ({ data }) => {
        for (const model of data) Object.assign(model.pricing, { unit: "points", per: "token" });
      });
  }),
  reply("recorded-time", "says the time of a recording", (body) => {
    body.created = 1_700_000_000;
  }),
  answer("charset-in-quotes", "names the charset in quotes and capitals", (made) => {
    if (isJson(made)) made.headers["content-type"] = 'application/json; charset="UTF-8"';
  }),
];
