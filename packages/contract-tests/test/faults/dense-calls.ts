import { gone } from "./edit.ts";
import { type Body, editJson, type Fault, refusal } from "./fault.ts";
import { inAnswers, inEvents, inReplies, inRequests, inStreams, messagesIn, refused, refuses } from "./rows.ts";

const chat = { ids: "dense/", in: "chat" } as const;
const messages = { ids: "dense/", in: "messages" } as const;
const inMessages = inRequests(messages);
const reply = inReplies(chat);
const request = inRequests(chat);
const streamed = inRequests({ ...chat, is: ({ json }) => json?.stream === true });

const ofType = (type: RegExp) => (part: Body) => type.test(part?.type);
const isPicture = ofType(/^image/);
const isText = ofType(/^text$/);

/** Changes the parts of each message. */
const inParts = (change: (parts: Body[]) => Body[]) => (json: Body) => {
  for (const message of messagesIn(json)) if (Array.isArray(message.content)) message.content = change(message.content);
};
const firstOf = (is: (part: Body) => boolean) =>
  inParts((parts) => parts.filter((part) => !is(part) || part === parts.find(is)));
const noPictures = inParts((parts) => parts.filter((part) => !isPicture(part)));

/** Faults of calls that carry much. */
export const denseCallFaults: Fault[] = [
  reply("escaped", "writes the marks of a text as a page does", "chat/reply/as-asked", {
    "choices.0.message.content": (text) => text?.replaceAll("&", "&amp;").replaceAll("<", "&lt;") ?? null,
  }),
  reply("one-line", "writes a text of several lines as one", "chat/reply/as-asked", {
    "choices.0.message.content": (text) => text?.replaceAll(/\s+/g, " ") ?? null,
  }),
  request("lower-case", "asks models in lower case", ["chat/reply/as-asked", "chat/stream/as-asked"], {
    "messages.*.content": (text) => (typeof text === "string" ? text.toLowerCase() : text),
  }),
  refuses(chat)(
    "max-tokens-1024",
    "takes no max_tokens above 1024",
    "chat/tools/status",
    refused.invalid,
    ({ json }) => {
      return json?.max_tokens > 1024;
    },
  ),
  refuses(messages)(
    "result-in-blocks",
    "takes no result of a tool in blocks",
    "messages/tools-stream/",
    refused.invalid,
    ({ json }) => /"tool_result"[^[\]]*"content":\[/.test(JSON.stringify(json ?? null)),
  ),
  inEvents(chat)("lines-lost", "loses line ends in streams", ["chat/stream/as-asked", "chat/stream/text"], {
    "choices.0.delta.content": (text) => text?.replaceAll("\n", " ") ?? null,
  }),
  request("least-tokens", "cuts an answer at 16 tokens where no limit is given", "chat/reply/finish", (json) => {
    if (Array.isArray(json.messages)) json.max_tokens ??= 16;
  }),
  streamed("usage-unasked", "tells the usage of a stream unasked", "chat/stream/choices", (json) => {
    if (Array.isArray(json.messages)) json.stream_options ??= { include_usage: true };
  }),
  refuses({ ids: "dense/" })(
    "stops-404",
    "knows no path for several stop texts",
    "chat/stop/status",
    refused.notFound,
    ({ json }) => Array.isArray(json?.stop),
  ),
  request("first-stop", "heeds the first stop text only", "chat/stop/stop", {
    stop: (stop) => (Array.isArray(stop) ? stop.slice(0, 1) : stop),
  }),
  request("first-part", "reads the first part of a text only", "chat/stop/prompt-counted", firstOf(isText)),
  reply("no-object", "calls a reply with several stop texts nothing", "chat/stop/schema", (body, { json }) => {
    if (Array.isArray(json.stop)) delete body.object;
  }),
  reply("fenced", "puts JSON into a fence", "chat/stop/json", ({ choices: [{ message }] }, { json }) => {
    if (json.response_format !== undefined) message.content = `\`\`\`json\n${message.content}\n\`\`\``;
  }),
  streamed("stream-schema", "forgets the schema for a text in streams", "chat/tools-result/json", {
    response_format: gone,
  }),
  reply(
    "mixed-up",
    "answers a call with what another one asked for",
    "chat/tools/own",
    ({ choices: [choice] }, asked) => {
      if (asked.json.stop === undefined) return;
      const call = { id: "call_0", type: "function", function: { name: "get_weather", arguments: '{"city":"Rome"}' } };
      choice.finish_reason = "tool_calls";
      Object.assign(choice.message, { content: null, tool_calls: [call] });
    },
  ),
  inAnswers({ ...chat, status: 200, is: ({ json }) => json?.stream !== true })(
    "cached",
    "answers again what it has answered to the last message",
    "chat/reply/finish",
    (answer, { json }, memory) =>
      editJson(answer, (body) => {
        const asked = JSON.stringify(json.messages.at(-1));
        memory[asked] ??= body;
        Object.assign(body, { choices: memory[asked].choices, usage: memory[asked].usage });
      }),
  ),
  reply("one-call", "hands the first of several calls on", "chat/tools-stream/as-many", {
    "choices.0.message.tool_calls": (calls) => calls?.slice(0, 1) ?? null,
  }),
  reply(
    "tools-uncounted",
    "counts one token where tools are given",
    "chat/tools/prompt-counted",
    ({ usage }, { json }) => {
      if (json.tools === undefined) return;
      usage.total_tokens -= usage.prompt_tokens - 1;
      usage.prompt_tokens = 1;
    },
  ),
  request("second-picture", "reads the first picture only", "chat/tools-stream/pictures-counted", firstOf(isPicture)),
  streamed("stream-pictures", "leaves pictures out in streams", "chat/tools-stream/pictures-counted", noPictures),
  inMessages("message-pictures", "leaves pictures out of messages", "messages/stream/pictures-counted", noPictures),
  inStreams({ ...messages, only: ["messages/stop-stream"] })(
    "stop-sequence",
    "does not say in streams which stop sequence came",
    "messages/stop-stream/stop-reason",
    (text) => text.replaceAll(/"stop_sequence":"[^"]*"/g, '"stop_sequence":null'),
  ),
  refuses(messages)(
    "dated",
    "knows no dated names",
    "messages/refused/dated-without-max-tokens",
    refusal(404, "not_found_error", "not_found"),
    ({ json }) => /-20\d{6}$/.test(json?.model),
  ),
  inRequests({ ...chat, only: ["chat/tools-named"] })(
    "named-first",
    "calls the first tool for any that is named",
    "chat/tools-named/call",
    (json) => {
      if (json.tool_choice?.function !== undefined) json.tool_choice.function.name = json.tools[0].function.name;
    },
  ),
  inMessages("choice-ignored", "takes a named tool for any", "messages/tools/call", {
    tool_choice: (choice) => (choice?.type === "tool" ? { type: "any" } : choice),
  }),
];
