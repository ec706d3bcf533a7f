import { type Fault, inRequest, named, paths } from "./fault.ts";
import { hello, messagesOf } from "./requests.ts";

/** Those for which a run on everything may have no call left. */
const isLast = /-max-tokens-text$|-top-k$|-stop-sequences$|-tools$|-temperature-below$|responses-no-model$/;

const all: Fault[] = [
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
    named("requests/messages-foreign-model", "answers messages with another provider's model", [
      "messages/refused/foreign-model",
      "messages/refused/streamed",
    ]),
    paths.messages,
    (json) => {
      if (/gpt|gemini|grok/i.test(json.model)) json.model = "claude-haiku-4.5";
    },
  ),
  inRequest(
    named("requests/messages-images", "refuses pictures on messages", "messages/stream/status"),
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
    named("requests/responses-effort-refused", "refuses the effort high", "responses/structured/status"),
    paths.responses,
    (json) => {
      if (json.reasoning?.effort === "high") delete json.input;
    },
  ),
  inRequest(
    named("requests/responses-search-ignored", "searches no web", "responses/structured/search"),
    paths.responses,
    (json) => {
      if (json.tools?.[0]?.type !== "web_search") return;
      delete json.tools;
      delete json.tool_choice;
    },
  ),
  inRequest(
    named("requests/responses-reasoning-refused", "refuses reasoning on responses", "responses/structured/status"),
    paths.responses,
    (json) => {
      if (json.reasoning !== undefined) delete json.input;
    },
  ),
];

/** Messages and responses that have to be refused and are not, or the other way round. */
export const otherDialectRequestFaults: Fault[] = all.map((fault) =>
  isLast.test(fault.id) ? { ...fault, only: fault.by } : fault,
);
