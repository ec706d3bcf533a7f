import { chatOnly } from "./chat-only.ts";
import {
  type Asked,
  type Body,
  type Fault,
  inData,
  inReply,
  inRequest,
  inStream,
  named,
  paths,
  refusal,
} from "./fault.ts";

const messagesIn = (json: Body): Body[] => (Array.isArray(json?.messages) ? json.messages.filter(Boolean) : []);
const hasRole = (json: Body, role: string) => messagesIn(json).some((message) => message.role === role);

/** Tools of chat beyond one plain call. */
export const chatToolFaults: Fault[] = [
  inReply(
    named("chat/stop-object", "names another object for a reply to a request with stop texts", "chat/stop/schema"),
    paths.chat,
    (body, { json }) => {
      if (Array.isArray(json.stop)) body.object = 7;
    },
  ),
  chatOnly({
    ...named("last/tools-result", "refuses the result of a tool", "chat/tools-result/status"),
    ask: ({ path, json }: Asked) =>
      path === paths.chat && hasRole(json, "tool")
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  }),
  chatOnly(
    inRequest(
      named("last/tools-none", "calls a tool that it may not call", "chat/tools-result/none"),
      paths.chat,
      (json) => {
        if (json.tool_choice === "none") json.tool_choice = { type: "function", function: json.tools[0].function };
      },
    ),
  ),
  chatOnly(
    inStream(
      named("last/tools-lost", "loses the end of a streamed tool call", "chat/tools-stream/call"),
      paths.chat,
      (text) => text.replace(/(\\"city\\")(?![\s\S]*\\"city\\")/, ""),
    ),
  ),
  chatOnly(
    inToolPieces("tools-no-index", "numbers no piece of a streamed tool call", "chat/tools-stream/", (piece) => {
      delete piece.index;
    }),
  ),
  chatOnly(
    inToolPieces("tools-no-id", "gives a streamed tool call no id", "chat/tools-stream/call", (piece) => {
      delete piece.id;
    }),
  ),
  chatOnly(
    inStream(
      named("last/tools-reason", "ends a streamed tool call with the reason stop", "chat/tools-stream/call"),
      paths.chat,
      (text) => text.replace('"finish_reason":"tool_calls"', '"finish_reason":"stop"'),
    ),
  ),
  chatOnly(
    inRequest(
      named("last/tools-result-lost", "leaves out a tool call and its result", "chat/tools-result/prompt-counted"),
      paths.chat,
      (json) => {
        if (hasRole(json, "tool")) json.messages = messagesIn(json).filter(({ role }) => role === "user");
      },
    ),
  ),
  chatOnly(
    inToolPieces("tools-named", "names the tool in each piece of its call", "chat/tools-stream/call", (piece) => {
      piece.function = { ...piece.function, name: "get_weather" };
    }),
  ),
  chatOnly(
    inToolPieces("tools-from-one", "counts streamed tool calls from 1", "chat/tools-stream/call", (piece) => {
      piece.index += 1;
    }),
  ),
];

function inToolPieces(id: string, says: string, by: string, change: (piece: Body) => void): Fault {
  return inStream(
    named(`last/${id}`, says, by),
    paths.chat,
    inData((data) => {
      for (const piece of data.choices[0]?.delta.tool_calls ?? []) change(piece);
      return data;
    }),
  );
}
