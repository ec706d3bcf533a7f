import {
  type Asked,
  type Body,
  type Fault,
  inReply,
  inRequest,
  inStream,
  named,
  paths,
  refusal,
  small,
} from "./fault.ts";

const messagesIn = (json: Body): Body[] => (Array.isArray(json?.messages) ? json.messages.filter(Boolean) : []);

/** The text of chat completions: its letters, its length, and what comes with it. */
export const chatTextFaults: Fault[] = [
  small(
    inReply(
      named("last/letters-escaped", "answers with character references", "chat/reply/as-asked"),
      paths.chat,
      ({ choices: [choice] }) => {
        choice.message.content = choice.message.content.replace(
          /[^ -~]/g,
          (letter: string) => `&#${letter.codePointAt(0)};`,
        );
      },
    ),
  ),
  small(
    inRequest(
      named("last/letters-misread", "reads requests as Latin-1", ["chat/reply/as-asked", "chat/large/"]),
      paths.chat,
      (json) => {
        for (const message of messagesIn(json))
          if (typeof message.content === "string") message.content = Buffer.from(message.content).toString("latin1");
      },
    ),
  ),
  small(
    inStream(
      named("last/letters-lost", "loses letters of four bytes in streams", "chat/stream/text"),
      paths.chat,
      (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ufffd"),
    ),
  ),
  small(
    inRequest(
      named("last/letters-four-bytes", "takes letters of two bytes only", ["chat/reply/as-asked", "chat/large/"]),
      paths.chat,
      (json) => {
        for (const message of messagesIn(json))
          if (typeof message.content === "string")
            message.content = message.content.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?");
      },
    ),
  ),
  small(
    inRequest(
      named("last/system-dropped", "leaves system messages out", "chat/reply/prompt-counted"),
      paths.chat,
      (json) => {
        if (Array.isArray(json.messages))
          json.messages = json.messages.filter((message: Body) => message?.role !== "system");
      },
    ),
  ),
  small({
    ...named("last/charset-refused", "takes no charset beside the media type", "chat/tools-result/status"),
    ask: ({ headers }: Asked) =>
      headers["content-type"]?.includes("charset")
        ? refusal(400, "invalid_request_error", "invalid_content_type")
        : undefined,
  }),
  small({
    ...named("last/large-500", "fails on a long prompt", "chat/large/status"),
    ask: ({ json }: Asked) =>
      JSON.stringify(json ?? "").length > 8_000 ? refusal(500, "api_error", "internal_error") : undefined,
  }),
  small(
    inRequest(named("last/large-cut", "cuts long prompts", "chat/tools-result/prompt-counted"), paths.chat, (json) => {
      for (const message of messagesIn(json))
        if (typeof message.content === "string") message.content = message.content.slice(0, 1_000);
    }),
  ),
  small({
    ...named("last/refused-inside", "refuses a temperature inside a stream", "chat/refused/temperature-under-0"),
    ask: ({ path, json }: Asked) =>
      path === paths.chat && json?.stream === true && json.temperature < 0
        ? {
            status: 200,
            headers: { "content-type": "text/event-stream" },
            body: 'data: {"error":{"message":"No.","type":"invalid_request_error","code":"invalid_parameter"}}\n\n',
          }
        : undefined,
  }),
];
