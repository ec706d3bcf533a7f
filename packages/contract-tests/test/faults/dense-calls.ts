import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inData,
  inReply,
  inRequest,
  inStream,
  named,
  paths,
  refusal,
} from "./fault.ts";

const at = (id: string, says: string, by: string | string[]) => named(`dense/${id}`, says, by);
const textOf = ({ choices }: Body): Body => choices?.[0]?.message ?? {};
const ofType = (type: RegExp) => (part: Body) => type.test(part?.type);
const isPicture = ofType(/^image/);
const isText = ofType(/^text$/);

/** Changes the parts of each message. */
const inParts = (change: (parts: Body[]) => Body[]) => (json: Body) => {
  for (const message of Array.isArray(json.messages) ? json.messages : [])
    if (Array.isArray(message?.content)) message.content = change(message.content);
};

const firstOf = (is: (part: Body) => boolean) =>
  inParts((parts) => parts.filter((part) => !is(part) || part === parts.find(is)));
const noPictures = inParts((parts) => parts.filter((part) => !isPicture(part)));

/** Faults of the text of a reply, of its parts, and of the other members of a call. */
const chatFaults: Fault[] = [
  inReply(at("escaped", "writes the marks of a text as a page does", "chat/reply/as-asked"), paths.chat, (body) => {
    const message = textOf(body);
    message.content = message.content?.replaceAll("&", "&amp;").replaceAll("<", "&lt;") ?? null;
  }),
  inReply(at("one-line", "writes a text of several lines as one", "chat/reply/as-asked"), paths.chat, (body) => {
    const message = textOf(body);
    message.content = message.content?.replaceAll(/\s+/g, " ") ?? null;
  }),
  inRequest(
    at("lower-case", "asks models in lower case", ["chat/reply/as-asked", "chat/stream/as-asked"]),
    paths.chat,
    (json) => {
      for (const message of Array.isArray(json.messages) ? json.messages : [])
        if (typeof message?.content === "string") message.content = message.content.toLowerCase();
    },
  ),
  {
    ...at("max-tokens-1024", "takes no max_tokens above 1024", "chat/tools/status"),
    ask: ({ path, json }) =>
      path === paths.chat && json?.max_tokens > 1024
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  },
  {
    ...at("result-in-blocks", "takes no result of a tool in blocks", "messages/tools-stream/"),
    ask: ({ path, json }) =>
      path === paths.messages && /"tool_result"[^[\]]*"content":\[/.test(JSON.stringify(json ?? null))
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  },
  inStream(
    at("lines-lost", "loses the ends of lines in streams", ["chat/stream/as-asked", "chat/stream/text"]),
    paths.chat,
    inData((data) => {
      const delta = data.choices?.[0]?.delta;
      if (typeof delta?.content === "string") delta.content = delta.content.replaceAll("\n", " ");
      return data;
    }),
  ),
  inRequest(
    at("least-tokens", "cuts an answer at 16 tokens where no limit is given", "chat/reply/finish"),
    paths.chat,
    (json) => {
      if (Array.isArray(json.messages)) json.max_tokens ??= 16;
    },
  ),
  inRequest(at("usage-unasked", "tells the usage of a stream unasked", "chat/stream/choices"), paths.chat, (json) => {
    if (json.stream === true && Array.isArray(json.messages)) json.stream_options ??= { include_usage: true };
  }),
  {
    ...at("stops-404", "knows no path for several stop texts", "chat/stop/status"),
    ask: ({ json }: Asked) =>
      Array.isArray(json?.stop) ? refusal(404, "invalid_request_error", "not_found") : undefined,
  },
  inRequest(at("first-stop", "heeds the first stop text only", "chat/stop/stop"), paths.chat, (json) => {
    if (Array.isArray(json.stop)) json.stop = json.stop.slice(0, 1);
  }),
  inRequest(
    at("first-part", "reads the first part of a text only", "chat/stop/prompt-counted"),
    paths.chat,
    firstOf(isText),
  ),
  inReply(
    at("no-object", "calls a reply with several stop texts nothing", "chat/stop/schema"),
    paths.chat,
    (body, { json }) => {
      if (Array.isArray(json.stop)) delete body.object;
    },
  ),
  inReply(at("fenced", "puts JSON into a fence", "chat/stop/json"), paths.chat, (body, { json }) => {
    if (json.response_format !== undefined) textOf(body).content = `\`\`\`json\n${textOf(body).content}\n\`\`\``;
  }),
  inRequest(
    at("stream-schema", "forgets the schema for a text in streams", "chat/tools-result/json"),
    paths.chat,
    (json) => {
      if (json.stream === true) delete json.response_format;
    },
  ),
  inReply(
    at("mixed-up", "answers a call with what another one asked for", "chat/tools/own"),
    paths.chat,
    (body, { json }) => {
      if (json.stop === undefined || json.stream === true) return;
      const call = { id: "call_0", type: "function", function: { name: "get_weather", arguments: '{"city":"Rome"}' } };
      Object.assign(body.choices[0], { finish_reason: "tool_calls" });
      Object.assign(textOf(body), { content: null, tool_calls: [call] });
    },
  ),
];

/** An answer that was given once comes again where the last message is the same. */
const cached: Fault = {
  ...at("cached", "answers again what it has answered to the last message", "chat/reply/finish"),
  answer: (answer, { path, json }, memory) => {
    if (path !== paths.chat || answer.status !== 200 || json.stream === true) return;
    const asked = JSON.stringify(json.messages.at(-1));
    editJson(answer, (body) => {
      memory[asked] ??= body;
      Object.assign(body, { choices: memory[asked].choices, usage: memory[asked].usage });
    });
  },
};

/** Faults of tools and pictures. */
const toolFaults: Fault[] = [
  inReply(at("one-call", "hands the first of several calls on", "chat/tools-stream/as-many"), paths.chat, (body) => {
    const message = textOf(body);
    if (Array.isArray(message.tool_calls)) message.tool_calls = message.tool_calls.slice(0, 1);
  }),
  inReply(
    at("tools-uncounted", "counts one token where tools are given", "chat/tools/prompt-counted"),
    paths.chat,
    (body, { json }) => {
      if (json.tools === undefined) return;
      body.usage.total_tokens -= body.usage.prompt_tokens - 1;
      body.usage.prompt_tokens = 1;
    },
  ),
  inRequest(
    at("second-picture", "reads the first picture only", "chat/tools-stream/pictures-counted"),
    paths.chat,
    firstOf(isPicture),
  ),
  inRequest(
    at("stream-pictures", "leaves pictures out in streams", "chat/tools-stream/pictures-counted"),
    paths.chat,
    (json) => {
      if (json.stream === true) noPictures(json);
    },
  ),
  inRequest(
    at("message-pictures", "leaves pictures out of messages", "messages/stream/pictures-counted"),
    paths.messages,
    noPictures,
  ),
  {
    ...inStream(
      at("stop-sequence", "does not say in streams which stop sequence came", "messages/stop-stream/stop-reason"),
      paths.messages,
      (text) => text.replaceAll(/"stop_sequence":"[^"]*"/g, '"stop_sequence":null'),
    ),
    only: ["messages/stop-stream"],
  },
  {
    ...at("dated", "knows no dated names", "messages/refused/dated-without-max-tokens"),
    ask: ({ path, json }: Asked) =>
      path === paths.messages && /-20\d{6}$/.test(json?.model)
        ? refusal(404, "not_found_error", "not_found")
        : undefined,
  },
  {
    ...inRequest(
      at("named-first", "calls the first tool for any that is named", "chat/tools-named/call"),
      paths.chat,
      (json) => {
        if (json.tool_choice?.function !== undefined) json.tool_choice.function.name = json.tools[0].function.name;
      },
    ),
    only: ["chat/tools-named"],
  },
  inRequest(at("choice-ignored", "takes a named tool for any", "messages/tools/call"), paths.messages, (json) => {
    if (json.tool_choice?.type === "tool") json.tool_choice = { type: "any" };
  }),
];

/** Faults of calls that carry much. */
export const denseCallFaults: Fault[] = [...chatFaults, cached, ...toolFaults];
