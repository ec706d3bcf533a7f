import { expect, test } from "vitest";
import type { ModelAccess } from "../src/index.js";
import { request } from "./stub-service.js";
import { clientStreaming, type WireForm, wireForms } from "./stub-streams.js";

// Neither can be made a text or a number: JavaScript throws a TypeError or a RangeError of its own.
const unprintable = '{"toString":null,"valueOf":null}';
const deep = `${"[".repeat(100_000)}"text_delta"${"]".repeat(100_000)}`;

type Read = (client: ModelAccess) => { final(): Promise<unknown>; text(): Promise<string> };

const chat: Read = (client) => client.chat.completions.stream(request);
const message: Read = (client) => client.messages.stream({ ...request, max_tokens: 1 });
const response: Read = (client) => client.responses.stream({ model: "m", input: "Hello" });
const bot: Read = (client) => client.bots.respond({ bot: "b", ...request });

/** The events, with a hostile value in the place of `$`. */
function streamWith(value: string, ...events: [name: string, data: string][]): string {
  return events.map(([name, data]) => `event: ${name}\ndata: ${data.replaceAll("$", value)}\n\n`).join("");
}

const chatEvents = (choice: string): [string, string][] => [
  ["message", `{"choices":[${choice}]}`],
  ["message", '{"choices":[{"index":0,"delta":{"content":"Hello"}}]}'],
  ["message", "[DONE]"],
];
const messageEvents = (...data: string[]): [string, string][] => [
  ["message_start", '{"message":{}}'],
  ...data.map((text): [string, string] => [/"type":"(\w+)"/.exec(text)?.[1] ?? "", text]),
  ["content_block_delta", '{"index":9,"delta":{"type":"text_delta","text":"Hello"}}'],
  ["message_stop", "{}"],
];
const responseEvents = (name: string, data: string): [string, string][] => [
  [name, data],
  [
    "response.output_item.done",
    '{"output_index":9,"item":{"type":"message","content":[{"type":"output_text","text":"Hello"}]}}',
  ],
  ["response.completed", '{"response":{}}'],
];
const botEvents = (name: string, data: string): [string, string][] => [
  [name, data],
  ["text", '{"text":"Hello"}'],
  ["done", "{}"],
];

const places: [place: string, read: Read, events: [string, string][]][] = [
  ["the index of a choice", chat, chatEvents('{"index":$,"delta":{}}')],
  ["a choice's reason to end", chat, chatEvents('{"index":0,"delta":{},"finish_reason":$}')],
  ["a field of a delta", chat, chatEvents('{"index":0,"delta":{"role":$,"refusal":$}}')],
  ["the index and id of a tool call", chat, chatEvents('{"index":0,"delta":{"tool_calls":[{"index":$,"id":$}]}}')],
  ["a function's arguments", chat, chatEvents('{"delta":{"tool_calls":[{"function":{"name":$,"arguments":$}}]}}')],
  ["log probabilities", chat, chatEvents('{"index":0,"delta":{},"logprobs":{"content":$,"refusal":$}}')],
  ["the type of a delta", message, messageEvents('{"type":"content_block_delta","index":0,"delta":{"type":$}}')],
  [
    "the text of a block",
    message,
    messageEvents('{"type":"content_block_start","index":0,"content_block":{"type":"text","text":$,"citations":$}}'),
  ],
  ["the usage of a message", message, messageEvents('{"type":"message_delta","delta":{"usage":$},"usage":$}')],
  [
    "the text of a part",
    response,
    responseEvents(
      "response.output_item.done",
      '{"output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":$}]}}',
    ),
  ],
  [
    "a delta beside a whole text",
    response,
    responseEvents(
      "response.output_text.done",
      '{"output_index":0,"content_index":0,"delta":$,"text":"x","logprobs":$}',
    ),
  ],
  [
    "the index of a summary",
    response,
    responseEvents("response.output_text.delta", '{"output_index":0,"content_index":0,"summary_index":$,"delta":"x"}'),
  ],
  [
    "an annotation",
    response,
    responseEvents("response.output_text.annotation.added", '{"output_index":0,"content_index":0,"annotation":$}'),
  ],
  ["the index of a bot's text", bot, botEvents("text", '{"text":"","index":$}')],
  ["the tool calls of a bot's text", bot, botEvents("text", '{"text":"","tool_calls":$}')],
  ["the attachment and data of a bot's text", bot, botEvents("text", '{"text":"","attachment":$,"data":$}')],
  ["the choices of a bot's chunk", bot, botEvents("json", '{"choices":[{"delta":{"content":$,"tool_calls":[$]}}]}')],
];

const values: [what: string, value: string][] = [
  ["an object that can't be printed", unprintable],
  ["a list that is too deep", deep],
  ["a number", "7"],
  ["a text", '"7"'],
  ["null", "null"],
];

test.each(places.flatMap(([place, ...rest]) => values.map(([what, value]) => [what, place, value, ...rest] as const)))(
  "adds a reply up with %s as %s",
  async (_what, _place, value, read, events) => {
    const [whole] = wireForms as [WireForm];

    const stream = read(clientStreaming(streamWith(value, ...events), whole));

    expect(await stream.final()).toBeTypeOf("object");
    expect(await stream.text()).toMatch(/Hello/);
  },
);
