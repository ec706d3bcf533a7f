import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inReply,
  isJson,
  isStream,
  type Memory,
  named,
  paths,
  refusal,
  textOf,
} from "./fault.ts";

const at = (id: string, says: string, by: string | string[]) => named(`small/${id}`, says, by);
const answer = (id: string, says: string, by: string | string[], change: NonNullable<Fault["answer"]>): Fault =>
  inAnswer(at(id, says, by), change);
const reply = (
  id: string,
  says: string,
  by: string | string[],
  change: (body: Body, asked: Asked, memory: Memory) => void,
): Fault => inReply(at(id, says, by), paths.chat, change);
const lowKey = ({ headers }: Asked) => headers.authorization === "Bearer sk-mock-tiny";

/** Single faults of a deployment of chat, models and account, by what a benchmark may look for. */
export const smallFaults: Fault[] = [
  answer("status-202", "answers the model list with 202", "models/list/status", (made, { path }) => {
    if (path === paths.models && made.status === 200) made.status = 202;
  }),
  answer("balance-204", "answers the balance with 204", "account/", (made, { path }) => {
    if (path === "/usage/current_balance" && made.status === 200) Object.assign(made, { status: 204, body: "" });
  }),
  answer("type-is-code", "swaps type and code", "chat/refused/", (made) => {
    if (made.status >= 400 && isJson(made))
      editJson(made, ({ error }) => Object.assign(error, { type: error.code, code: error.type }));
  }),
  answer("retry-0", "says Retry-After 0 over the limit", "limit/", (made) => {
    if (made.status === 429) made.headers["retry-after"] = "0";
  }),
  answer(
    "retry-3600",
    "says Retry-After 3600 over a limit of requests a minute",
    "limit/refused/retry-after",
    (made) => {
      if (made.status === 429) made.headers["retry-after"] = "3600";
    },
  ),
  answer("retry-fraction", "says a fraction in Retry-After", "limit/refused/", (made) => {
    if (made.status === 429) made.headers["retry-after"] = "12.5";
  }),
  reply("usage-off", "counts one prompt token more in plain replies", "chat/stream-usage/as-plain", ({ usage }) => {
    usage.prompt_tokens += 1;
    usage.total_tokens += 1;
  }),
  reply(
    "usage-under",
    "counts one completion token less in plain replies",
    ["chat/stream-usage/as-plain", "chat/limited"],
    ({ usage }) => {
      usage.completion_tokens = Math.max(1, usage.completion_tokens - 1);
      usage.total_tokens = usage.prompt_tokens + usage.completion_tokens;
    },
  ),
  reply("finish-always-length", "says length for every reply", "chat/reply/finish", (body) => {
    body.choices[0].finish_reason = "length";
  }),
  reply("two-choices", "sends two choices where one was asked for", "chat/reply/", (body) =>
    body.choices.push({ ...body.choices[0], index: 1 }),
  ),
  reply("index-1", "numbers its only choice 1", "chat/reply/", (body) => {
    body.choices[0].index = 1;
  }),
  reply("other-model", "says the name of another model of its list", "chat/reply/", (body) => {
    body.model = "loom-large";
  }),
  answer("garbage", "sends a line after the JSON", "chat/reply/", (made, { path }) => {
    if (path === paths.chat && made.status === 200 && isJson(made)) made.body = `${textOf(made)}\n<!-- cached -->`;
  }),
  answer("bad-utf8", "cuts a character of the model list in half", "models/list/", (made, { path }) => {
    if (path === paths.models && made.status === 200)
      made.body = Buffer.concat([
        Buffer.from('{"x":"'),
        Buffer.from([0xc3]),
        Buffer.from('",'),
        Buffer.from(textOf(made).slice(1)),
      ]);
  }),
  answer("model-null-id", "lists a model whose id is null", "models/list/", (made, { path }) => {
    if (path === paths.models && made.status === 200)
      editJson(made, (body) => body.data.push({ ...body.data[0], id: null }));
  }),
  {
    ...at("limit-early", "refuses the own key after 40 requests", "service/limit-not-early"),
    ask: ({ headers }, memory) => {
      memory.calls = (memory.calls ?? 0) + (headers.authorization === "Bearer sk-mock-full" ? 1 : 0);
      return memory.calls > 40 && headers.authorization === "Bearer sk-mock-full"
        ? refusal(429, "rate_limit_error", "rate_limit_exceeded", { "retry-after": "55" })
        : undefined;
    },
  },
  {
    ...at("limit-per-endpoint", "counts the limit per endpoint", "limit/chat"),
    ask: (asked) => {
      if (lowKey(asked) && asked.path === paths.chat) asked.headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  answer("429-processed", "answers over the limit with the whole reply and 429", "limit/chat", (made, asked) => {
    if (made.status === 429 && asked.path === paths.chat)
      made.body = JSON.stringify({ id: "x", object: "chat.completion", choices: [] });
  }),
  {
    ...at("revoked-models", "lists models for a revoked key", "keys/revoked-models"),
    ask: (asked) => {
      if (asked.path === paths.models && asked.headers.authorization?.endsWith("-revoked"))
        asked.headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  answer("leaks-stack", "shows where it failed in the code", "service/no-internals", (made) => {
    if (made.status === 400 && isJson(made))
      editJson(made, ({ error }) => {
        error.message = `${error.message}\n    at validate (/srv/app/chat.js:41:13)`;
      });
  }),
  {
    ...at("emoji-500", "fails on a body that is no object", "chat/refused/array-body"),
    ask: ({ path, json }) =>
      path === paths.chat && Array.isArray(json) ? refusal(500, "api_error", "internal_error") : undefined,
  },
  answer("stream-plain-type", "calls streams application/octet-stream", "chat/stream/media-type", (made) => {
    if (isStream(made)) made.headers["content-type"] = "application/octet-stream";
  }),
  {
    ...at("max-tokens-in-streams", "ignores max_tokens in streams", "chat/stream-usage/"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.stream === true) delete json.max_tokens;
      return undefined;
    },
  },
  {
    ...at("temperature-clamped", "takes 2.01 for the temperature", "chat/refused/temperature-over-2"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.temperature > 2 && json.temperature < 2.1) json.temperature = 2;
      return undefined;
    },
  },
  {
    ...at("prefix-models", "takes any model whose name it finds in part", "chat/refused/unknown-model"),
    ask: ({ path, json }) => {
      if (path === paths.chat && typeof json?.model === "string" && json.model.includes("model"))
        json.model = "loom-mini";
      return undefined;
    },
  },
  {
    ...at("cached-id", "answers like requests with the same id", "chat/ids-unique"),
    answer: (made, { path }, memory) => {
      if (path === paths.chat && made.status === 200 && isJson(made))
        editJson(made, (body) => {
          memory.id ??= body.id;
          body.id = memory.id;
        });
    },
  },
  reply("zone-behind", "says when in the time of a zone two hours behind", "chat/reply/created", (body) => {
    body.created -= 2 * 3_600;
  }),
  answer("byte-order-mark", "sends a byte order mark before its JSON", "chat/reply/media-type", (made, { path }) => {
    if (path === paths.chat && made.status === 200 && isJson(made)) made.body = `\ufeff${textOf(made)}`;
  }),
  answer("charset", "names another charset than that of its JSON", "chat/reply/media-type", (made, { path }) => {
    if (path === paths.chat && made.status === 200 && isJson(made))
      made.headers["content-type"] = "application/json; charset=iso-8859-1";
  }),
  answer(
    "not-gzip",
    "says that its model list is packed, and it is not",
    "models/list/media-type",
    (made, { path }) => {
      if (path === paths.models && made.status === 200) made.headers["content-encoding"] = "gzip";
    },
  ),
  {
    ...at("forgets", "reads the last message of a conversation only", "chat/usage-grows"),
    ask: ({ path, json }) => {
      if (path === paths.chat && Array.isArray(json?.messages)) json.messages = json.messages.slice(-1);
      return undefined;
    },
  },
  {
    ...at("no-turns", "refuses a conversation that has an answer in it", "chat/limited/"),
    ask: ({ path, json }) => {
      const turns: Body[] = path === paths.chat && Array.isArray(json?.messages) ? json.messages : [];
      return turns.some((turn) => turn?.role === "assistant")
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined;
    },
  },
  {
    ...at("streams-anyway", "streams where stream is false", "chat/limited/not-streamed"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.stream === false) json.stream = true;
      return undefined;
    },
  },
  {
    ...at("longer-key", "takes a key that only begins as one", "models/refused/wrong-key"),
    ask: ({ headers }) => {
      if (headers.authorization?.endsWith("x")) headers.authorization = headers.authorization.slice(0, -1);
      return undefined;
    },
  },
  answer("free-list", "does not limit the model list", "limit/models", (made, { path }, memory) => {
    if (path !== paths.models) return;
    if (made.status === 200 && isJson(made)) memory.list = made.body;
    if (made.status === 429)
      Object.assign(made, { status: 200, headers: { "content-type": "application/json" }, body: memory.list });
  }),
  answer("no-prices", "has nothing but null for its prices", "models/list/pricing", (made, { path }) => {
    if (path === paths.models && made.status === 200)
      editJson(made, ({ data }) => {
        for (const model of data) model.pricing = { prompt: null, completion: null };
      });
  }),
];
