import { chatOnly } from "./chat-only.ts";
import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inData,
  inReply,
  inRequest,
  inStream,
  isJson,
  named,
  paths,
  refusal,
} from "./fault.ts";

const at = (id: string, says: string, by: string | string[]) => named(`last/${id}`, says, by);
const small = (fault: Fault): Fault => ({ ...fault, from: "small" });

/** Faults of tools beyond one plain call. */
const toolFaults: Fault[] = [
  {
    ...at("tools-result", "refuses the result of a tool", "chat/tools-result/status"),
    ask: ({ path, json }: Asked) =>
      path === paths.chat && hasRole(json, "tool")
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  },
  inRequest(at("tools-none", "calls a tool that it may not call", "chat/tools-result/none"), paths.chat, (json) => {
    if (json.tool_choice === "none") json.tool_choice = { type: "function", function: json.tools[0].function };
  }),
  inStream(at("tools-lost", "loses the end of a streamed tool call", "chat/tools-stream/call"), paths.chat, (text) =>
    text.replace(/(\\"city\\")(?![\s\S]*\\"city\\")/, ""),
  ),
  inToolPieces("tools-no-index", "numbers no piece of a streamed tool call", "chat/tools-stream/", (piece) => {
    delete piece.index;
  }),
  inToolPieces("tools-no-id", "gives a streamed tool call no id", "chat/tools-stream/call", (piece) => {
    delete piece.id;
  }),
  inStream(
    at("tools-reason", "ends a streamed tool call with the reason stop", "chat/tools-stream/call"),
    paths.chat,
    (text) => text.replace('"finish_reason":"tool_calls"', '"finish_reason":"stop"'),
  ),
  inRequest(
    at("tools-result-lost", "leaves out a tool call and its result", "chat/tools-result/prompt-counted"),
    paths.chat,
    (json) => {
      if (hasRole(json, "tool")) json.messages = messagesIn(json).filter(({ role }) => role === "user");
    },
  ),
  inToolPieces("tools-named", "names the tool in each piece of its call", "chat/tools-stream/call", (piece) => {
    piece.function = { ...piece.function, name: "get_weather" };
  }),
].map((fault) => chatOnly(fault));

/** Faults that show when two calls are made at the same time. */
const togetherFaults: Fault[] = [
  {
    ...atOnce("together-500", "fails on a second call at the same time", "chat/tools/status"),
    ask: ({ path, json }: Asked, memory: Body) => {
      memory.inFlight = (memory.inFlight ?? 0) + (isAnswered(path, json) ? 1 : 0);
      return memory.inFlight > 1 ? refusal(500, "api_error", "internal_error") : undefined;
    },
  },
].map((fault) => chatOnly(fault));

/** Faults that a run finds after all else is judged, in a deployment of chat, models and account. */
export const lastFaults: Fault[] = [
  ...toolFaults,
  ...togetherFaults,
  ...[
    inReply(
      at("letters-escaped", "answers with character references", "chat/large/text"),
      paths.chat,
      ({ choices: [choice] }) => {
        choice.message.content = choice.message.content.replace(
          /[^ -~]/g,
          (letter: string) => `&#${letter.codePointAt(0)};`,
        );
      },
    ),
    inRequest(
      at("letters-misread", "reads requests as Latin-1", ["chat/reply/as-asked", "chat/large/"]),
      paths.chat,
      (json) => {
        for (const message of messagesIn(json))
          if (typeof message.content === "string") message.content = Buffer.from(message.content).toString("latin1");
      },
    ),
    inStream(at("letters-lost", "loses letters of four bytes in streams", "chat/stream/text"), paths.chat, (text) =>
      text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ufffd"),
    ),
    inRequest(
      at("letters-four-bytes", "takes letters of two bytes only", ["chat/reply/as-asked", "chat/large/"]),
      paths.chat,
      (json) => {
        for (const message of messagesIn(json))
          if (typeof message.content === "string")
            message.content = message.content.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?");
      },
    ),
    inRequest(at("system-dropped", "leaves system messages out", "chat/limited/prompt-counted"), paths.chat, (json) => {
      if (Array.isArray(json.messages))
        json.messages = json.messages.filter((message: Body) => message?.role !== "system");
    }),
    {
      ...at("charset-refused", "takes no charset beside the media type", "chat/tools-result/status"),
      ask: ({ headers }: Asked) =>
        headers["content-type"]?.includes("charset")
          ? refusal(400, "invalid_request_error", "invalid_content_type")
          : undefined,
    },
    {
      ...at("large-500", "fails on a long prompt", "chat/large/status"),
      ask: ({ json }: Asked) =>
        JSON.stringify(json ?? "").length > 8_000 ? refusal(500, "api_error", "internal_error") : undefined,
    },
    inRequest(at("large-cut", "cuts long prompts", "chat/large/counted"), paths.chat, (json) => {
      for (const message of messagesIn(json))
        if (typeof message.content === "string") message.content = message.content.slice(0, 1_000);
    }),
    {
      ...at("refused-inside", "refuses a temperature inside a stream", "chat/refused/temperature-under-0"),
      ask: ({ path, json }: Asked) =>
        path === paths.chat && json?.stream === true && json.temperature < 0
          ? {
              status: 200,
              headers: { "content-type": "text/event-stream" },
              body: 'data: {"error":{"message":"No.","type":"invalid_request_error","code":"invalid_parameter"}}\n\n',
            }
          : undefined,
    },
    inAnswer(at("path-text", "answers unknown paths in words", "service/unknown-path/media-type"), (answer) => {
      if (answer.status === 404)
        Object.assign(answer, { headers: { "content-type": "text/plain" }, body: "Not Found" });
    }),
    inAnswer(
      at("models-flicker", "leaves a model out of every second list", "models/list/same"),
      (answer, { path }, memory) => {
        if (path !== paths.models || answer.status !== 200 || !isJson(answer)) return;
        memory.reads = (memory.reads ?? 0) + 1;
        if (memory.reads % 2 === 0) editJson(answer, ({ data }) => data.shift());
      },
    ),
    inReply(
      at("models-prices", "tells other prices whenever it is asked", "models/list/same"),
      paths.models,
      ({ data }, _asked, memory) => {
        memory.readings = (memory.readings ?? 0) + 1;
        for (const { pricing } of data) pricing.prompt = `0.00000${memory.readings}`;
      },
    ),
    inReply(
      at("models-created", "says that a model was created when it was asked", "models/list/same"),
      paths.models,
      ({ data }, _asked, memory) => {
        memory.reads = (memory.reads ?? 0) + 1;
        for (const model of data) model.created += memory.reads * 1_000;
      },
    ),
    {
      ...at("silent-refusals", "never answers a body that is no JSON", "service/answers"),
      isSilent: ({ path, json, method }: Asked) => path === paths.chat && method === "POST" && json === undefined,
    },
    {
      ...at("silent-streams", "never answers where a stream is asked for", "service/answers"),
      isSilent: ({ path, json }: Asked) => path === paths.chat && json?.stream === true,
    },
  ].map(small),
];

function inToolPieces(id: string, says: string, by: string, change: (piece: Body) => void): Fault {
  return inStream(
    at(id, says, by),
    paths.chat,
    inData((data) => {
      for (const piece of data.choices[0]?.delta.tool_calls ?? []) change(piece);
      return data;
    }),
  );
}

/** Counts the calls that are on their way. */
function atOnce(id: string, says: string, by: string): Fault {
  return {
    ...at(id, says, by),
    ask: ({ path, json }, memory) => {
      memory.inFlight = (memory.inFlight ?? 0) + (isAnswered(path, json) ? 1 : 0);
      memory.areTwo = memory.inFlight > 1;
      return undefined;
    },
    answer: (_answer, { path, json }, memory) => {
      memory.inFlight -= isAnswered(path, json) ? 1 : 0;
    },
  };
}

const isAnswered = (path: string, json: Body) => path === paths.chat && Array.isArray(json?.messages);

const messagesIn = (json: Body): Body[] => (Array.isArray(json?.messages) ? json.messages.filter(Boolean) : []);

const hasRole = (json: Body, role: string) => messagesIn(json).some((message) => message.role === role);
