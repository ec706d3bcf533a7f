import { type Body, type Fault, inBlocks, inData, inReply, inStream, named, paths, without } from "./fault.ts";

const path = paths.messages;
const isTool = (body: Body) => body.stop_reason === "tool_use";

/** The messages interface, and how gateways break it. */
export const messagesFaults: Fault[] = [
  inReply(
    named("messages/no-id", "leaves a message's id out", "messages/reply/schema"),
    path,
    (body) => delete body.id,
  ),
  inReply(named("messages/type", "names another type", "messages/reply/schema"), path, (body) => {
    body.type = "completion";
  }),
  inReply(
    named("messages/role", "answers a message in the role of the user", "messages/reply/schema"),
    path,
    (body) => {
      body.role = "user";
    },
  ),
  inReply(named("messages/content-string", "sends content as a string", "messages/reply/schema"), path, (body) => {
    if (!isTool(body)) body.content = body.content[0].text;
  }),
  inReply(
    named("messages/no-content", "leaves content out", "messages/reply/schema"),
    path,
    (body) => delete body.content,
  ),
  inReply(named("messages/empty-content", "sends no content blocks", "messages/reply/text"), path, (body) => {
    body.content = [];
  }),
  inReply(named("messages/text-number", "sends a number for a block's text", "messages/reply/schema"), path, (body) => {
    if (!isTool(body)) body.content[0].text = 7;
  }),
  inReply(
    named("messages/no-stop-reason", "leaves the stop reason out", "messages/reply/schema"),
    path,
    (body) => delete body.stop_reason,
  ),
  inReply(named("messages/chat-stop-reason", "says chat's stop reason", "messages/reply/stop-reason"), path, (body) => {
    body.stop_reason = "stop";
  }),
  inReply(named("messages/stop-null", "says null for the stop reason", "messages/reply/"), path, (body) => {
    body.stop_reason = null;
  }),
  inReply(named("messages/chat-usage", "counts under chat's names", "messages/reply/schema"), path, (body) => {
    body.usage = { prompt_tokens: body.usage.input_tokens, completion_tokens: body.usage.output_tokens };
  }),
  inReply(named("messages/usage-text", "counts tokens in text", "messages/reply/schema"), path, (body) => {
    body.usage.input_tokens = "9";
  }),
  inReply(
    named("messages/usage-zero", "counts no tokens of a message", "messages/reply/usage-counted"),
    path,
    (body) => {
      Object.assign(body.usage, { input_tokens: 0, output_tokens: 0 });
    },
  ),
  inReply(
    named("messages/chat-form", "answers messages in the form of chat", "messages/reply/schema"),
    path,
    (body) => {
      const text = body.content?.[0]?.text ?? "";
      for (const name of Object.keys(body)) delete body[name];
      Object.assign(body, {
        id: "x",
        object: "chat.completion",
        created: 1,
        model: "m",
        choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
      });
    },
  ),
  inReply(named("messages/tool-input-text", "sends a tool's input as text", "messages/tools/"), path, (body) => {
    for (const block of body.content) if (block.type === "tool_use") block.input = JSON.stringify(block.input);
  }),
  inReply(named("messages/tool-stop", "says end_turn where a tool is called", "messages/tools/"), path, (body) => {
    if (isTool(body)) body.stop_reason = "end_turn";
  }),
  inReply(named("messages/tool-no-id", "gives a tool call of messages no id", "messages/tools/"), path, (body) => {
    for (const block of body.content) if (block.type === "tool_use") delete block.id;
  }),
  inReply(
    named("messages/tool-ignored", "writes text where a tool of messages had to be called", "messages/tools/"),
    path,
    (body) => {
      if (isTool(body)) Object.assign(body, { stop_reason: "end_turn", content: [{ type: "text", text: "I can't." }] });
    },
  ),
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
    named("messages-stream/loses-piece", "loses a piece of a streamed message", "messages/stream/text"),
    path,
    (text) => {
      let nth = 0;
      return inData((data) => (data.type === "content_block_delta" && nth++ === 1 ? undefined : data))(text);
    },
  ),
  inReply(named("messages/max-tokens", "ignores max_tokens on messages", "messages/reply/max-tokens"), path, (body) => {
    if (isTool(body)) return;
    body.content[0].text += " and so on".repeat(60);
    body.usage.output_tokens += 180;
    body.stop_reason = "end_turn";
  }),
  inStream(
    named(
      "messages-stream/usage-other",
      "counts the prompt of a streamed message otherwise",
      "messages/stream/usage-as-plain",
    ),
    path,
    inData((data) => {
      if (data.type === "message_start") data.message.usage.input_tokens += 30;
      return data;
    }),
  ),
];
