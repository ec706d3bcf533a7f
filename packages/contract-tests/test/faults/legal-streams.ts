import { type Fault, inAnswer, inBlocks, inData, inStream, isStream, paths, textOf } from "./fault.ts";
import { about } from "./legal-about.ts";

const everyStream = (id: string, says: string, change: (text: string) => string): Fault =>
  inAnswer(about(id, says), (answer) => {
    if (isStream(answer)) answer.body = change(textOf(answer));
  });

/** Legal variants of streams, which the standard or a dialect leaves open. */
export const legalStreamVariants: Fault[] = [
  everyStream("crlf", "ends lines of streams with CRLF", (text) => text.replaceAll("\n", "\r\n")),
  everyStream("cr", "ends lines of streams with CR", (text) => text.replaceAll("\n", "\r")),
  everyStream(
    "comments",
    "sends comments and a retry time in streams",
    (text) => `: hello\nretry: 1000\n\n${text.replaceAll("\n\n", "\n\n: still here\n\n")}`,
  ),
  everyStream("byte-order-mark", "begins streams with a byte order mark", (text) => `\ufeff${text}`),
  everyStream("no-space", "has no space after the colons of streams", (text) =>
    text.replaceAll(/^(event|data): /gm, "$1:"),
  ),
  everyStream("event-ids", "numbers the events of streams", (text) => {
    let id = 0;
    return text.replaceAll(/^data:/gm, () => `id: ${id++}\ndata:`);
  }),
  everyStream("large-events", "has an event of 70 000 characters in each stream", (text) =>
    text.replace(/^data: \{/m, `data: {"x_padding":"${"x".repeat(70_000)}",`),
  ),
  inStream(about("several-lines", "sends the data of an event in two lines"), paths.chat, (text) =>
    text.replace('"object"', '\ndata: "object"'),
  ),
  inStream(
    about("bigger-pieces", "sends two pieces of text in one chunk"),
    paths.chat,
    inBlocks((blocks) => {
      const [first = "", one = "", two = "", ...rest] = blocks;
      const [a, b] = [one, two].map((block) => JSON.parse(block.slice(6)));
      if (b.choices[0]?.delta.content === undefined) return blocks; // a reply of one piece
      a.choices[0].delta.content += b.choices[0].delta.content;
      return [first, `data: ${JSON.stringify(a)}`, ...rest];
    }),
  ),
  inStream(
    about("role-everywhere", "names the role in each chunk"),
    paths.chat,
    inData((data) => {
      if (data.choices?.[0] && !data.choices[0].finish_reason) data.choices[0].delta.role = "assistant";
      return data;
    }),
  ),
  inStream(about("usage-always", "tells the usage of every stream beside its last choice"), paths.chat, (text) =>
    text.includes('"usage":{')
      ? text
      : text.replace(
          /("finish_reason":"[^"]+"\}\])/,
          '$1,"usage":{"prompt_tokens":9,"completion_tokens":64,"total_tokens":73}',
        ),
  ),
  inStream(
    about("late-usage", "tells the usage beside a choice without text after the last one"),
    paths.chat,
    inData((data) => {
      if (data.usage != null && data.choices?.length === 0)
        data.choices = [{ index: 0, delta: { content: "" }, finish_reason: null }];
      return data;
    }),
  ),
  inStream(about("message-event", "has an event of tomorrow in messages"), paths.messages, (text) =>
    text.replace("event: ping", 'event: tomorrow\ndata: {"type":"tomorrow"}\n\nevent: ping'),
  ),
  inStream(about("message-pings", "sends pings between the pieces of a message"), paths.messages, (text) =>
    text.replaceAll("event: content_block_delta", 'event: ping\ndata: {"type":"ping"}\n\nevent: content_block_delta'),
  ),
  inStream(
    about("message-deltas", "tells the end of a message in two events, as the upstream provider may"),
    paths.messages,
    inBlocks((blocks) =>
      blocks.flatMap((block) => (block.startsWith("event: message_delta") ? [block, block] : [block])),
    ),
  ),
  inStream(about("no-pings", "sends no pings"), paths.messages, (text) =>
    text.replaceAll('event: ping\ndata: {"type":"ping"}\n\n', ""),
  ),
  inAnswer(
    about("bot-words", "says in words, not in JSON, that a bot is alive, and what is of tomorrow"),
    (answer, { path }) => {
      if (path.startsWith("/bot/") && isStream(answer))
        answer.body = textOf(answer).replace(
          "event: text",
          "event: ping\ndata: still here\n\nevent: ping\ndata:\n\nevent: tomorrow\ndata: a fine day\n\nevent: text",
        );
    },
  ),
];
