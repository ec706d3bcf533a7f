import { chatOnly } from "./chat-only.ts";
import {
  type Asked,
  type Fault,
  inBlocks,
  inReply,
  inRequest,
  inStream,
  isStream,
  named,
  paths,
  refusal,
  textOf,
} from "./fault.ts";

const at = (id: string, says: string, by: string) => ({ ...named(`last/${id}`, says, by), from: "small" as const });
const refuses = (id: string, says: string, by: string, is: (asked: Asked) => boolean): Fault => ({
  ...at(id, says, by),
  ask: (asked) =>
    asked.path === paths.chat && is(asked) ? refusal(400, "invalid_request_error", "invalid_parameter") : undefined,
});

/** Counts the streams that are on their way. */
function atOnce(id: string, says: string, by: string, about: Pick<Fault, "ask" | "answer">): Fault {
  const isAsked = ({ path, json }: Asked) => path === paths.chat && json?.stream === true;
  const fault: Fault = {
    ...at(id, says, by),
    ask: (asked, memory) => {
      memory.inFlight = (memory.inFlight ?? 0) + (isAsked(asked) ? 1 : 0);
      memory.areTwo = memory.inFlight > 1;
      return isAsked(asked) ? about.ask?.(asked, memory) : undefined;
    },
    answer: (answer, asked, memory) => {
      memory.inFlight -= isAsked(asked) ? 1 : 0;
      if (isStream(answer)) about.answer?.(answer, asked, memory);
    },
  };
  return chatOnly(fault, { hasTools: false });
}

/** Valid chat completions that differ in one thing from those that a run makes in any case. */
export const chatValidRequestFaults: Fault[] = [
  {
    ...at("other-model-refused", "knows one model of its list only", "chat/other-model/status"),
    ask: ({ path, json }) =>
      path === paths.chat && json?.model === "loom-large"
        ? refusal(400, "invalid_request_error", "model_not_found")
        : undefined,
  },
  inReply(
    at("other-model-name", "answers for every model with the name of one", "chat/other-model/model"),
    paths.chat,
    (body) => {
      body.model = "loom-mini";
    },
  ),
  refuses(
    "max-tokens-wanted",
    "wants max_tokens",
    "chat/stream/status",
    ({ json }) => json?.max_tokens === undefined && typeof json?.temperature === "number",
  ),
  refuses(
    "temperature-whole",
    "takes whole numbers only for the temperature",
    "chat/tools-result/status",
    ({ json }) => json?.temperature > 0 && json.temperature < 2 && !Number.isInteger(json.temperature),
  ),
  {
    ...at("stop-in-streams", "ignores stop texts in streams", "chat/stop-stream/stop"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.stream === true) delete json.stop;
      return undefined;
    },
  },
  inStream(
    at("stop-no-end", "ends no stream that a stop text ended", "chat/stop-stream/events"),
    paths.chat,
    (text, { json }) => (json.stop === undefined ? text : text.replace("data: [DONE]\n\n", "")),
  ),
  atOnce("streams-500", "fails on a second stream at the same time", "chat/streams-short/answered", {
    ask: (_asked, memory) => (memory.areTwo ? refusal(500, "api_error", "internal_error") : undefined),
  }),
  atOnce("streams-mixed", "writes the text of one stream into another at the same time", "chat/streams-short/own", {
    answer: (answer, _asked, memory) => {
      if (memory.areTwo) answer.body = textOf(answer).replace('"content":"', '"content":"eins ');
    },
  }),
  atOnce("streams-one-id", "gives streams at the same time one id", "chat/streams-short/own", {
    answer: (answer, _asked, memory) => {
      if (memory.areTwo) answer.body = textOf(answer).replaceAll(/"id":"[^"]*"/g, '"id":"chat-1"');
    },
  }),
  chatOnly(
    inRequest(
      at("streams-swapped", "gives streams at the same time each other's text", "chat/streams-short/own"),
      paths.chat,
      (json) => {
        if (json.stream !== true || json.stream_options !== undefined || !Array.isArray(json.messages)) return;
        const [first, last] = [json.messages[0], json.messages.at(-1)];
        const [short, lines] = [
          "Reply with exactly this: and soon it is over",
          "Reply with exactly this: ready, Zürich 🌊",
        ];
        if (last?.content === short) Object.assign(json, { messages: [{ role: "user", content: lines }] });
        else if (first?.role === "system" && json.max_tokens !== undefined)
          Object.assign(json, { messages: [{ role: "user", content: short }] });
      },
    ),
    { hasTools: false },
  ),
  {
    ...inRequest(
      at("prompt-cut", "reads 2000 characters of a message", "chat/tools-result/prompt-counted"),
      paths.chat,
      (json) => {
        for (const message of Array.isArray(json.messages) ? json.messages : [])
          if (typeof message?.content === "string") message.content = message.content.slice(0, 2_000);
      },
    ),
  },
  refuses("one-token-refused", "refuses max_tokens 1", "chat/one-token/status", ({ json }) => json?.max_tokens === 1),
  {
    ...at("one-token-ignored", "takes max_tokens 1 for none", "chat/one-token/one"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.max_tokens === 1) json.max_tokens = 9;
      return undefined;
    },
  },
  inReply(
    at("stop-length", "says that a stop text is the most tokens", "chat/stop/finish"),
    paths.chat,
    ({ choices: [choice] }, { json }) => {
      if (json.stop !== undefined) choice.finish_reason = "length";
    },
  ),
  inReply(
    at("stop-no-reason", "says no reason where a stop text ended the reply", "chat/stop/schema"),
    paths.chat,
    ({ choices: [choice] }, { json }) => {
      if (json.stop !== undefined) choice.finish_reason = null;
    },
  ),
  inStream(at("letters-dropped", "leaves out letters of four bytes", "chat/stream/text"), paths.chat, (text) =>
    text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ""),
  ),
  inReply(
    at("cached-over", "counts more cached tokens than there are", "chat/reply/usage-sum"),
    paths.chat,
    ({ usage }) => {
      usage.prompt_tokens_details = { cached_tokens: usage.prompt_tokens + 1 };
    },
  ),
  inReply(at("thought-over", "counts more reasoning than tokens", "chat/reply/usage-sum"), paths.chat, ({ usage }) => {
    usage.completion_tokens_details = { reasoning_tokens: usage.completion_tokens + 1 };
  }),
  inReply(at("counts-five", "counts five tokens for every answer", "chat/limited/counted"), paths.chat, ({ usage }) => {
    usage.completion_tokens = 5;
    usage.total_tokens = usage.prompt_tokens + 5;
  }),
  inStream(at("stream-model", "names another model in streams", "chat/stream/model"), paths.chat, (text) =>
    text.replaceAll('"model":"loom-mini"', '"model":"loom-large"'),
  ),
  inStream(at("stream-length", "says in streams that all were cut off", "chat/stream/finish"), paths.chat, (text) =>
    text.replace('"finish_reason":"stop"', '"finish_reason":"length"'),
  ),
  inStream(
    at("usage-first", "tells the usage before the text", "chat/stream-usage/last"),
    paths.chat,
    inBlocks((blocks) => {
      const usage = blocks.filter((block) => block.includes('"usage":{'));
      return [...usage, ...blocks.filter((block) => !usage.includes(block))];
    }),
  ),
  inReply(
    at("tools-unasked", "calls a tool that nobody gave", "chat/reply/no-tools"),
    paths.chat,
    ({ choices: [choice] }, { json }) => {
      if (json.tools === undefined)
        choice.message.tool_calls = [{ id: "call_1", type: "function", function: { name: "search", arguments: "{}" } }];
    },
  ),
];
