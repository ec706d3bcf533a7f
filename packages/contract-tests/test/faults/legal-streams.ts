import type { Fault } from "./fault.ts";
import { inBlocksOf, inEvents, inStreams, variants } from "./rows.ts";

const at = { ids: "legal/" } as const;
const every = variants(inStreams(at));
const chat = { ...at, in: "chat" } as const;
const small = { ...chat, from: "small" } as const;
const messages = { ...at, in: "messages" } as const;
const ofMessages = variants(inStreams(messages));
const ping = 'event: ping\ndata: {"type":"ping"}\n\n';

/** Legal variants of streams, which the standard or a dialect leaves open. */
export const legalStreamVariants: Fault[] = [
  every("crlf", "ends lines of streams with CRLF", (text) => text.replaceAll("\n", "\r\n")),
  every("cr", "ends lines of streams with CR", (text) => text.replaceAll("\n", "\r")),
  every("comments", "sends comments and a retry time in streams", (text) => {
    return `: hello\nretry: 1000\n\n${text.replaceAll("\n\n", "\n\n: still here\n\n")}`;
  }),
  every("byte-order-mark", "begins streams with a byte order mark", (text) => `\ufeff${text}`),
  every("no-space", "has no space after the colons of streams", (text) => text.replaceAll(/^(event|data): /gm, "$1:")),
  every("event-ids", "numbers the events of streams", (text) => {
    let id = 0;
    return text.replaceAll(/^data:/gm, () => `id: ${id++}\ndata:`);
  }),
  every("large-events", "has an event of 70 000 characters in each stream", (text) =>
    text.replace(/^data: \{/m, `data: {"x_padding":"${"x".repeat(70_000)}",`),
  ),
  variants(inStreams(small))("several-lines", "sends the data of an event in two lines", (text) =>
    text.replace('"object"', '\ndata: "object"'),
  ),
  variants(inBlocksOf(chat))("bigger-pieces", "sends two pieces of text in one chunk", (blocks) => {
    const [first = "", one = "", two = "", ...rest] = blocks;
    const [a, b] = [one, two].map((block) => JSON.parse(block.slice(6)));
    if (b.choices[0]?.delta.content === undefined) return blocks; // a reply of one piece
    a.choices[0].delta.content += b.choices[0].delta.content;
    return [first, `data: ${JSON.stringify(a)}`, ...rest];
  }),
  variants(inEvents(small))("role-everywhere", "names the role in each chunk", ({ choices: [choice] }) => {
    if (choice && !choice.finish_reason) choice.delta.role = "assistant";
  }),
  variants(inStreams(chat))("usage-always", "tells the usage of every stream beside its last choice", (text) => {
    const usage = '"usage":{"prompt_tokens":9,"completion_tokens":64,"total_tokens":73}';
    return text.includes('"usage":{') ? text : text.replace(/("finish_reason":"[^"]+"\}\])/, `$1,${usage}`);
  }),
  variants(inEvents(chat))("late-usage", "tells the usage beside a choice without text after the last one", (data) => {
    if (data.usage != null && data.choices?.length === 0)
      data.choices = [{ index: 0, delta: { content: "" }, finish_reason: null }];
  }),
  ofMessages("message-event", "has an event of tomorrow in messages", (text) =>
    text.replace("event: ping", 'event: tomorrow\ndata: {"type":"tomorrow"}\n\nevent: ping'),
  ),
  ofMessages("message-pings", "sends pings between the pieces of a message", (text) =>
    text.replaceAll("event: content_block_delta", `${ping}event: content_block_delta`),
  ),
  variants(inBlocksOf(messages))("message-deltas", "tells the end of a message in two events", (blocks) =>
    blocks.flatMap((block) => (block.startsWith("event: message_delta") ? [block, block] : [block])),
  ),
  ofMessages("no-pings", "sends no pings", (text) => text.replaceAll(ping, "")),
  variants(inStreams({ ...at, in: "bots" }))("bot-words", "says in words, not in JSON, that a bot is alive", (text) =>
    text.replace(
      "event: text",
      "event: ping\ndata: still here\n\nevent: ping\ndata:\n\nevent: tomorrow\ndata: a fine day\n\nevent: text",
    ),
  ),
];
