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

const reply = (
  id: string,
  says: string,
  by: string | string[],
  change: (body: Body, asked: Asked, memory: Memory) => void,
): Fault => inReply(named(`small/${id}`, says, by), paths.chat, change);
const answer = (id: string, says: string, by: string | string[], change: NonNullable<Fault["answer"]>): Fault =>
  inAnswer(named(`small/${id}`, says, by), change);

/** Members of a plain chat completion, and requests that it doesn't answer as asked. */
export const chatReplyFaults: Fault[] = [
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
  answer("stream-plain-type", "calls streams application/octet-stream", "chat/stream/media-type", (made) => {
    if (isStream(made)) made.headers["content-type"] = "application/octet-stream";
  }),
  {
    ...named("small/max-tokens-in-streams", "ignores max_tokens in streams", "chat/stream-usage/"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.stream === true) delete json.max_tokens;
      return undefined;
    },
  },
  {
    ...named("small/cached-id", "answers like requests with the same id", "chat/ids-unique"),
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
  {
    ...named("small/forgets", "reads the last message of a conversation only", "chat/reply/prompt-counted"),
    ask: ({ path, json }) => {
      if (path === paths.chat && Array.isArray(json?.messages)) json.messages = json.messages.slice(-1);
      return undefined;
    },
  },
  {
    ...named("small/no-turns", "refuses a conversation that has an answer in it", "chat/limited/"),
    ask: ({ path, json }) => {
      const turns: Body[] = path === paths.chat && Array.isArray(json?.messages) ? json.messages : [];
      return turns.some((turn) => turn?.role === "assistant")
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined;
    },
  },
  {
    ...named("small/streams-anyway", "streams where stream is false", "chat/limited/not-streamed"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.stream === false) json.stream = true;
      return undefined;
    },
  },
];
