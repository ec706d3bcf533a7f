import { type Asked, type Body, type Fault, inAnswer, inRequest, named, paths, refusal } from "./fault.ts";

const hello = () => [{ role: "user", content: "Hello" }];
const limit = (json: Body) => {
  json.max_tokens ??= 5;
};

function broken(asked: Asked): boolean {
  return asked.method === "POST" && asked.json === undefined;
}

const messagesOf = ({ messages }: Body): Body[] =>
  Array.isArray(messages) ? messages.filter((message) => typeof message === "object") : [];

/** Requests that have to be refused and are not, or the other way round. */
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
    named("requests/temperature-just-over", "takes temperature 2.1, but not 3", "chat/refused/temperature-just-over-2"),
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
    named("requests/temperature-2-refused", "refuses temperature 2, which is in range", "account/billed-call"),
    paths.chat,
    (json) => {
      if (json.temperature === 2) json.temperature = 2.5;
    },
  ),
  inRequest(
    named("requests/temperature-0-refused", "refuses temperature 0, which is in range", "chat/limited/status"),
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
  inRequest(named("requests/unknown-refused", "refuses system messages", "account/billed-call"), paths.chat, (json) => {
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
  inRequest(
    named(
      "requests/messages-no-max-tokens",
      "takes a message without max_tokens",
      "messages/refused/missing-max-tokens",
    ),
    paths.messages,
    (json) => {
      json.max_tokens ??= 5;
    },
  ),
  inRequest(
    named(
      "requests/messages-no-messages",
      "takes a message request without messages",
      "messages/refused/missing-messages",
    ),
    paths.messages,
    (json) => {
      if (json.messages === undefined) json.messages = hello();
    },
  ),
  inRequest(
    named("requests/messages-no-model", "takes a message without a model", "messages/refused/missing-model"),
    paths.messages,
    (json) => {
      json.model ??= "claude-haiku-4.5";
    },
  ),
  inRequest(
    named("requests/messages-temperature", "takes temperature 1.5 on messages", "messages/refused/temperature-over-1"),
    paths.messages,
    (json) => {
      if (json.temperature > 1) json.temperature = 1;
    },
  ),
  inRequest(
    named(
      "requests/messages-temperature-below",
      "takes a temperature below 0 on messages",
      "messages/refused/temperature-under-0",
    ),
    paths.messages,
    (json) => {
      if (json.temperature < 0) json.temperature = 0;
    },
  ),
  inRequest(
    named("requests/messages-temperature-1-refused", "refuses temperature 1 on messages", "messages/tools/status"),
    paths.messages,
    (json) => {
      if (json.temperature === 1) json.temperature = 1.1;
    },
  ),
  inRequest(
    named("requests/messages-role", "takes the role system among messages", "messages/refused/role"),
    paths.messages,
    (json) => {
      for (const message of messagesOf(json)) if (!["user", "assistant"].includes(message.role)) message.role = "user";
    },
  ),
  inRequest(
    named(
      "requests/messages-max-tokens-text",
      "takes a word for max_tokens on messages",
      "messages/refused/wrong-type-max-tokens",
    ),
    paths.messages,
    (json) => {
      if (typeof json.max_tokens === "string") json.max_tokens = 5;
    },
  ),
  inRequest(
    named("requests/messages-top-k", "takes a word for top_k", "messages/refused/wrong-type-top-k"),
    paths.messages,
    (json) => {
      if (typeof json.top_k === "string") delete json.top_k;
    },
  ),
  inRequest(
    named(
      "requests/messages-stop-sequences",
      "takes a text for stop_sequences",
      "messages/refused/wrong-type-stop-sequences",
    ),
    paths.messages,
    (json) => {
      if (typeof json.stop_sequences === "string") delete json.stop_sequences;
    },
  ),
  inRequest(
    named("requests/messages-tools", "takes an object for tools", "messages/refused/wrong-type-tools"),
    paths.messages,
    (json) => {
      if (json.tools !== undefined && !Array.isArray(json.tools)) delete json.tools;
    },
  ),
  {
    ...named(
      "requests/messages-no-version",
      "takes a message without the version header",
      "messages/refused/no-version",
    ),
    ask: (asked) => {
      if (asked.path === paths.messages) asked.headers["anthropic-version"] ??= "2023-06-01";
      return undefined;
    },
  },
  inRequest(
    named(
      "requests/messages-foreign-model",
      "answers messages with another provider's model",
      "messages/refused/foreign-model",
    ),
    paths.messages,
    (json) => {
      if (/gpt|gemini|grok/i.test(json.model)) json.model = "claude-haiku-4.5";
    },
  ),
  inRequest(
    named("requests/messages-images", "refuses pictures on messages", "messages/tools/status"),
    paths.messages,
    (json) => {
      if (JSON.stringify(json.messages ?? "").includes('"image"')) delete json.messages;
    },
  ),
  inRequest(
    named("requests/responses-no-input", "takes a response without input", "responses/refused/missing-input"),
    paths.responses,
    (json) => {
      json.input ??= "Hello";
    },
  ),
  inRequest(
    named("requests/responses-no-model", "takes a response without a model", "responses/refused/missing-model"),
    paths.responses,
    (json) => {
      json.model ??= "gpt-5.2";
    },
  ),
  inRequest(
    named("requests/responses-temperature", "takes temperature 3 on responses", "responses/refused/temperature-over-2"),
    paths.responses,
    (json) => {
      if (json.temperature > 2) json.temperature = 2;
    },
  ),
  inRequest(
    named("requests/responses-reasoning-refused", "refuses reasoning on responses", "responses/structured/status"),
    paths.responses,
    (json) => {
      if (json.reasoning !== undefined) delete json.input;
    },
  ),
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
];
