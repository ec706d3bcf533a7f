import { type Asked, type Body, type Fault, inRequest, named, paths } from "./fault.ts";
import { hello, messagesOf } from "./requests.ts";

const at = (id: string, says: string, by: string) => ({
  ...named(`last/${id}`, says, `chat/refused/${by}`),
  from: "small" as const,
});

/** Takes a chat completion that has to be refused, as if it were right. */
const takes = (by: string, what: string, repair: (json: Body, asked: Asked) => void): Fault =>
  inRequest(at(`takes-${by}`, `takes ${what}`, by), paths.chat, repair);

/** As above, where it asks for a stream. */
const takesStreamed = (by: string, what: string, repair: (json: Body) => void): Fault =>
  takes(`streamed-${by}`, `${what} in streams`, (json) => {
    if (json.stream === true) repair(json);
  });

const eachMessage = (json: Body, change: (message: Body) => void) => {
  for (const message of messagesOf(json)) change(message);
};

/** Takes any key for a stream where one is sent, or where none is. */
const letsStream = (by: string, what: string, isLetIn: (key: string | undefined) => boolean): Fault =>
  takes(by, what, (json, asked) => {
    if (json.stream === true && isLetIn(asked.headers.authorization))
      asked.headers.authorization = "Bearer sk-mock-full";
  });

/** Requests that are looked at less closely in streams, or where something unusual is wrong. */
export const requestInStreamFaults: Fault[] = [
  takesStreamed("missing-messages", "no messages", (json) => {
    json.messages ??= hello();
  }),
  takesStreamed("missing-model", "no model", (json) => {
    json.model ??= "loom-mini";
  }),
  takesStreamed("temperature-over-2", "temperature 2.5", (json) => {
    if (json.temperature > 2) json.temperature = 2;
  }),
  takesStreamed("wrong-type-messages", "a text for messages", (json) => {
    if (typeof json.messages === "string") json.messages = hello();
  }),
  letsStream(
    "streamed-wrong-key",
    "a key without its last character in streams",
    (key) => key === "Bearer sk-mock-ful",
  ),
  letsStream("streamed-no-key", "streams without a key", (key) => key === undefined),
  takes("temperature-negative", "temperature -1 where no stream is asked for", (json) => {
    if (json.temperature < 0 && json.stream !== true) json.temperature = 0;
  }),
  takes("missing-content-later", "a later message without content", (json) => {
    for (const message of messagesOf(json).slice(1)) message.content ??= "Hello";
  }),
  takesStreamed("null-model", "null for the model", (json) => {
    if (json.model === null) json.model = "loom-mini";
  }),
  takesStreamed("wrong-type-role", "a number for the role", (json) =>
    eachMessage(json, (message) => {
      if (typeof message.role === "number") message.role = "user";
    }),
  ),
  takesStreamed("wrong-type-object-content", "an object for content", (json) =>
    eachMessage(json, (message) => {
      if (message.content?.text !== undefined) message.content = message.content.text;
    }),
  ),
  takes("wrong-type-number-stream", "a number for stream", (json) => {
    if (json.stream === 1) json.stream = true;
  }),
  takes("quoted-stream", "true in quotes for stream", (json) => {
    if (json.stream === "true") json.stream = true;
  }),
  takesStreamed("zero-max-tokens", "0 for max_tokens", (json) => {
    if (json.max_tokens === 0) delete json.max_tokens;
  }),
  takesStreamed("quoted-max-tokens", "a number in quotes for max_tokens", (json) => {
    if (json.max_tokens === "16") json.max_tokens = 16;
  }),
  takesStreamed("null-message", "null for a message", (json) => {
    if (Array.isArray(json.messages) && json.messages[0] === null) json.messages = hello();
  }),
  takesStreamed("wrong-type-object-messages", "one message for a list of them", (json) => {
    if (json.messages?.role !== undefined) json.messages = [json.messages];
  }),
  ...[
    {
      by: "empty-body",
      what: "no body",
      is: ({ json, text }: Asked & { text?: string }) => json === undefined && text === "",
    },
    { by: "null-body", what: "null for a body", is: ({ json }: Asked) => json === null },
  ].map(
    ({ by, what, is }): Fault => ({
      ...at(`takes-${by}`, `takes ${what}`, by),
      ask: (asked) => {
        if (asked.path === paths.chat && asked.method === "POST" && is(asked))
          asked.json = { model: "loom-mini", messages: hello() };
        return undefined;
      },
    }),
  ),
];
