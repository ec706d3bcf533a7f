import { type Fault, inBlocks, inData, inStream, named, paths, without } from "./fault.ts";

const path = paths.messages;

/** Streams of the messages interface, and how gateways break them. */
export const messagesStreamFaults: Fault[] = [
  inStream(
    named("messages-stream/no-event-lines", "sends no event lines", "messages/stream/event-line"),
    path,
    (text) => text.replaceAll(/^event: .*\n/gm, ""),
  ),
  inStream(
    named("messages-stream/wrong-event-line", "names events otherwise than their data", "messages/stream/event-line"),
    path,
    (text) => text.replace("event: message_delta", "event: message_end"),
  ),
  inStream(
    named("messages-stream/no-start", "sends no message_start", "messages/stream/order"),
    path,
    without("message_start"),
  ),
  inStream(
    named("messages-stream/no-block-start", "opens no content block", "messages/stream/order"),
    path,
    without("content_block_start"),
  ),
  inStream(
    named("messages-stream/no-block-stop", "leaves a content block open", "messages/stream/order"),
    path,
    without("content_block_stop"),
  ),
  inStream(
    named("messages-stream/no-delta", "sends no message_delta", "messages/stream/"),
    path,
    without("message_delta"),
  ),
  inStream(
    named("messages-stream/no-stop", "sends no message_stop", "messages/stream/complete"),
    path,
    without("message_stop"),
  ),
  inStream(
    named("messages-stream/done", "sends [DONE] on messages", "messages/stream/no-done"),
    path,
    (text) => `${text}data: [DONE]\n\n`,
  ),
  inStream(
    named("messages-stream/index", "numbers a delta for another block", "messages/stream/order"),
    path,
    inData((data) => (data.type === "content_block_delta" ? { ...data, index: 3 } : data)),
  ),
  inStream(named("messages-stream/delta-type", "names another type of delta", "messages/stream/"), path, (text) =>
    text.replaceAll('"text_delta"', '"input_json_delta"'),
  ),
  inStream(
    named("messages-stream/no-stop-reason", "says no stop reason in a stream", "messages/stream/"),
    path,
    inData((data) => {
      if (data.type === "message_delta") data.delta.stop_reason = null;
      return data;
    }),
  ),
  inStream(
    named("messages-stream/no-usage", "counts no tokens at a stream's end", "messages/stream/schema"),
    path,
    inData((data) => {
      if (data.type === "message_delta") delete data.usage;
      return data;
    }),
  ),
  inStream(
    named("messages-stream/chat-chunks", "streams chat's chunks on messages", "messages/stream/"),
    path,
    () =>
      'data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  ),
  inStream(
    named("messages-stream/stops", "stops in the middle of a message", "messages/stream/complete"),
    path,
    inBlocks((blocks) => blocks.slice(0, 5)),
  ),
  inStream(
    named("messages-stream/broken-json", "sends an event of a message that is no JSON", "messages/stream/json"),
    path,
    (text) => text.replace('"index":0', '"index":'),
  ),
  inStream(
    named("messages-stream/after-stop", "goes on after message_stop", "messages/stream/nothing-after-end"),
    path,
    (text) => `${text}event: ping\ndata: {"type":"ping"}\n\n`,
  ),
  inStream(
    named("messages-stream/loses-piece", "loses a piece of a streamed message", [
      "messages/stream/text",
      "messages/stream/as-asked",
    ]),
    path,
    (text) => {
      let nth = 0;
      return inData((data) => (data.type === "content_block_delta" && nth++ === 1 ? undefined : data))(text);
    },
  ),
  {
    ...inStream(
      named(
        "messages-stream/usage-other",
        "counts the prompt of a streamed message otherwise",
        "messages/stop-stream/usage-as-plain",
      ),
      path,
      inData((data) => {
        if (data.type === "message_start") data.message.usage.input_tokens += 30;
        return data;
      }),
    ),
    only: ["messages/stop-stream"],
  },
  inStream(
    named("messages-stream/cut-as-end", "says end_turn where max_tokens ended a stream", "messages/stream/cut-off"),
    path,
    (text) => text.replace('"stop_reason":"max_tokens"', '"stop_reason":"end_turn"'),
  ),
  inStream(
    named("messages-stream/counts-none", "counts no tokens at the end of a stream", "messages/stream/text-counted"),
    path,
    inData((data) => {
      if (data.type === "message_delta") data.usage.output_tokens = 0;
      return data;
    }),
  ),
  inStream(
    named("messages-stream/starts-full", "starts a stream with content", "messages/stream/starts-empty"),
    path,
    inData((data) => {
      if (data.type === "message_start") data.message.content = [{ type: "text", text: "Hello" }];
      return data;
    }),
  ),
  inStream(
    named(
      "messages-stream/tool-starts-full",
      "starts a streamed tool call with an input",
      "messages/tools-stream/call",
    ),
    paths.messages,
    inData((data) => {
      if (data.content_block?.type === "tool_use") data.content_block.input = { city: "Rome" };
      return data;
    }),
  ),
  inStream(
    named("messages-stream/tool-loses-piece", "loses a piece of a streamed tool input", "messages/tools-stream/call"),
    paths.messages,
    (text) => {
      let nth = 0;
      return inData((data) => {
        if (data.delta?.partial_json && nth++ === 0) data.delta.partial_json = "";
        return data;
      })(text);
    },
  ),
];
