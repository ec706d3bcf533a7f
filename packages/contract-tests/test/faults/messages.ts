import {
  type Body,
  type Fault,
  inAnswer,
  inData,
  inReply,
  inRequest,
  inStream,
  named,
  paths,
  textOf,
} from "./fault.ts";

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
  inReply(
    named("messages/block-made-up", "has a content block of tomorrow", "messages/reply/stop-reason"),
    path,
    (body) => body.content.push({ type: "tomorrow", x: 1 }),
  ),
  inStream(
    named("messages-stream/stop-made-up", "says chat's stop reason in streams", "messages/stream/stop-reason"),
    path,
    inData((data) => {
      if (data.delta?.stop_reason) data.delta.stop_reason = "stop";
      return data;
    }),
  ),
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
  inReply(named("messages/max-tokens", "ignores max_tokens on messages", "messages/reply/max-tokens"), path, (body) => {
    if (isTool(body)) return;
    body.content[0].text += " and so on".repeat(60);
    body.usage.output_tokens += 180;
    body.stop_reason = "end_turn";
  }),
  inRequest(
    named("messages/max-tokens-ignored", "writes as much as it likes", "messages/reply/max-tokens"),
    path,
    (json) => {
      if (Number.isInteger(json.max_tokens)) json.max_tokens = 4_000;
    },
  ),
  inReply(
    named("messages/cut-as-end", "says end_turn where max_tokens ended it", "messages/reply/cut-off"),
    path,
    (body) => {
      if (body.stop_reason === "max_tokens") body.stop_reason = "end_turn";
    },
  ),
  inRequest(
    named("messages/system-dropped", "leaves the system prompt out", "messages/reply/prompt-counted"),
    path,
    (json) => {
      if (typeof json.system === "string") delete json.system;
    },
  ),
  inRequest(
    named("messages/system-blocks", "refuses a system prompt in blocks", "messages/tools/status"),
    path,
    (json) => {
      if (Array.isArray(json.system)) json.system = 7;
    },
  ),
  inRequest(
    named("messages/own-names", "does not know the provider's names of models", "messages/tools/status"),
    path,
    (json) => {
      if (/^claude-[a-z]+-\d-\d/.test(json.model)) json.model = "unknown";
    },
  ),
  inReply(named("messages/same-id", "gives all messages the same id", "messages/ids-unique"), path, (body) => {
    body.id = "msg_1";
  }),
  inReply(
    named("messages/end-as-stop", "says stop where nothing cut a message off", "messages/short/stop-reason"),
    path,
    (body) => {
      if (["end_turn", "stop_sequence"].includes(body.stop_reason)) body.stop_reason = "stop";
    },
  ),
  inReply(
    named("messages/no-stop-sequence", "does not say which stop sequence ended a message", "messages/short/"),
    paths.messages,
    (body) => {
      body.stop_sequence = null;
    },
  ),
  inReply(
    named(
      "messages/stop-sequence-empty",
      "names an empty stop sequence where none ended a message",
      "messages/reply/no-stop-sequence",
    ),
    paths.messages,
    (body) => {
      body.stop_sequence ??= "";
    },
  ),
  inAnswer(
    named("messages/same-tool-id", "gives all tool calls of messages the same id", "messages/tools-stream/own-id"),
    (answer, asked) => {
      if (asked.path === paths.messages && answer.status === 200)
        answer.body = textOf(answer).replace(/"id":"toolu[^"]*"/, '"id":"toolu_1"');
    },
  ),
];
