import { type Asked, type Body, type Fault, inAnswer, inRequest, named, paths, refusal } from "./fault.ts";

export const hello = () => [{ role: "user", content: "Hello" }];
const limit = (json: Body) => {
  json.max_tokens ??= 5;
};

function broken(asked: Asked): boolean {
  return asked.method === "POST" && asked.json === undefined;
}

export const messagesOf = ({ messages }: Body): Body[] =>
  Array.isArray(messages) ? messages.filter((message) => typeof message === "object" && message !== null) : [];

/** Chat completions that have to be refused and are not, or the other way round; and paths that there are not. */
export const requestFaults: Fault[] = [
  inRequest(
    named("requests/no-model", "takes a chat completion without a model", "chat/refused/missing-model"),
    paths.chat,
    (json) => {
      json.model ??= "gpt-5.2";
    },
  ),
  inRequest(
    named("requests/no-messages", "takes a chat completion without messages", "chat/refused/missing-messages"),
    paths.chat,
    (json) => {
      if (json.messages === undefined) json.messages = hello();
    },
  ),
  inRequest(
    named("requests/null-messages", "takes null for messages", "chat/refused/null-messages"),
    paths.chat,
    (json) => {
      if (json.messages === null) json.messages = hello();
    },
  ),
  inRequest(
    named("requests/text-messages", "takes a text for messages", "chat/refused/wrong-type-messages"),
    paths.chat,
    (json) => {
      if (typeof json.messages === "string") json.messages = hello();
    },
  ),
  inRequest(
    named("requests/no-role", "takes a message without a role", "chat/refused/missing-role"),
    paths.chat,
    (json) => {
      for (const message of messagesOf(json)) message.role ??= "user";
    },
  ),
  inRequest(
    named("requests/no-content", "takes a user's message without content", "chat/refused/missing-content"),
    paths.chat,
    (json) => {
      for (const message of messagesOf(json)) message.content ??= "Hello";
    },
  ),
  inRequest(
    named("requests/content-number", "takes a number for content", "chat/refused/wrong-type-content"),
    paths.chat,
    (json) => {
      for (const message of messagesOf(json)) if (typeof message.content === "number") message.content = "7";
    },
  ),
  inRequest(
    named(
      "requests/unknown-model",
      "answers with another model where the model is unknown",
      "chat/refused/unknown-model",
    ),
    paths.chat,
    (json) => {
      if (/no-such/.test(json.model)) json.model = "gpt-5.2";
      limit(json);
    },
  ),
  inRequest(
    named("requests/model-number", "takes a number for the model", "chat/refused/wrong-type-model"),
    paths.chat,
    (json) => {
      if (typeof json.model === "number") json.model = "gpt-5.2";
    },
  ),
  inRequest(
    named("requests/temperature-3", "takes temperature 3", "chat/refused/temperature-over-2"),
    paths.chat,
    (json) => {
      if (json.temperature > 2) json.temperature = 2;
    },
  ),
  inRequest(
    named("requests/temperature-just-over", "takes temperature 2.1, but not 3", "chat/refused/temperature-over-2"),
    paths.chat,
    (json) => {
      if (json.temperature > 2 && json.temperature < 2.5) json.temperature = 2;
    },
  ),
  inRequest(
    named("requests/temperature-below", "takes a temperature below 0", "chat/refused/temperature-under-0"),
    paths.chat,
    (json) => {
      if (json.temperature < 0) json.temperature = 0;
    },
  ),
  inRequest(
    named("requests/temperature-text", "takes a word for the temperature", "chat/refused/wrong-type-temperature"),
    paths.chat,
    (json) => {
      if (json.temperature === "hot") json.temperature = 1;
    },
  ),
  inRequest(
    named(
      "requests/temperature-digits",
      "takes a number in quotes for the temperature",
      "chat/refused/quoted-temperature",
    ),
    paths.chat,
    (json) => {
      if (typeof json.temperature === "string" && json.temperature !== "hot")
        json.temperature = Number(json.temperature);
    },
  ),
  inRequest(
    named("requests/temperature-2-refused", "refuses temperature 2, which is in range", "chat/limited/status"),
    paths.chat,
    (json) => {
      if (json.temperature === 2) json.temperature = 2.5;
    },
  ),
  inRequest(
    named("requests/temperature-0-refused", "refuses temperature 0, which is in range", "chat/stream/status"),
    paths.chat,
    (json) => {
      if (json.temperature === 0) json.temperature = -1;
    },
  ),
  inRequest(
    named("requests/max-tokens-text", "takes a word for max_tokens", "chat/refused/wrong-type-max-tokens"),
    paths.chat,
    (json) => {
      if (typeof json.max_tokens === "string") json.max_tokens = 5;
    },
  ),
  inRequest(
    named("requests/max-tokens-fraction", "takes a fraction for max_tokens", "chat/refused/fraction-max-tokens"),
    paths.chat,
    (json) => {
      if (typeof json.max_tokens === "number") json.max_tokens = Math.ceil(json.max_tokens);
    },
  ),
  inRequest(
    named("requests/stream-text", "takes a word for stream", "chat/refused/wrong-type-stream"),
    paths.chat,
    (json) => {
      if (typeof json.stream === "string") json.stream = false;
    },
  ),
  inRequest(named("requests/stream-ignored", "never streams", "chat/stream/media-type"), paths.chat, (json) => {
    delete json.stream;
    delete json.stream_options;
  }),
  inRequest(named("requests/unknown-refused", "refuses system messages", "chat/limited/status"), paths.chat, (json) => {
    if (Array.isArray(json.messages) && json.messages[0]?.role === "system") delete json.messages;
  }),
  {
    ...named("requests/broken-json", "takes broken JSON", "chat/refused/broken-json"),
    ask: (asked) => {
      if (asked.path === paths.chat && broken(asked)) asked.json = { model: "gpt-5.2", messages: hello() };
      return undefined;
    },
  },
  {
    ...named("requests/broken-json-500", "fails with 500 on broken JSON", "chat/refused/broken-json"),
    ask: (asked) =>
      asked.path === paths.chat && broken(asked) ? refusal(500, "api_error", "internal_error") : undefined,
  },
  {
    ...named("requests/array-500", "fails with 500 on a body that is an array", "chat/refused/array-body"),
    ask: (asked) =>
      asked.path === paths.chat && Array.isArray(asked.json) ? refusal(500, "api_error", "internal_error") : undefined,
  },
  inAnswer(named("requests/unknown-path-200", "answers unknown paths with 200", "service/unknown-path"), (answer) => {
    if (answer.status === 404) answer.status = 200;
  }),
  inAnswer(
    named("requests/unknown-path-500", "answers unknown paths with 500", "service/unknown-path"),
    (answer, asked) => {
      if (answer.status === 404 && asked.method === "GET" && !asked.path.startsWith("/v1/videos")) answer.status = 500;
    },
  ),
  inAnswer(named("requests/wrong-method-200", "answers a wrong method with 200", "service/wrong-method"), (answer) => {
    if (answer.status === 405) answer.status = 200;
  }),
  {
    ...named("small/emoji-500", "fails on a body that is no object", "chat/refused/array-body"),
    ask: ({ path, json }) =>
      path === paths.chat && Array.isArray(json) ? refusal(500, "api_error", "internal_error") : undefined,
  },
  {
    ...named("small/temperature-clamped", "takes 2.01 for the temperature", "chat/refused/temperature-over-2"),
    ask: ({ path, json }) => {
      if (path === paths.chat && json?.temperature > 2 && json.temperature < 2.1) json.temperature = 2;
      return undefined;
    },
  },
  {
    ...named("small/prefix-models", "takes any model whose name it finds in part", "chat/refused/unknown-model"),
    ask: ({ path, json }) => {
      if (path === paths.chat && typeof json?.model === "string" && json.model.includes("model"))
        json.model = "loom-mini";
      return undefined;
    },
  },
];
