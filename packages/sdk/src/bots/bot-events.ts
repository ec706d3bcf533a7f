import { parsedOrText } from "../call/response-body.js";
import type { ReadEvent } from "../stream/dialect.js";
import type { ServerSentEvent } from "../stream/event-stream-decoder.js";
import { type Fields, isFields, textIn } from "../stream/json-fields.js";
import { brokenEventOf, type RequiredMembers } from "../stream/required-members.js";
import type { Attachment, PartialResponse, ProtocolToolCall } from "../types.js";
import { botErrorOf } from "./bot-error.js";

type BotEvent = ReadEvent<PartialResponse>;

const requiredMembers = new Map<string, RequiredMembers>([
  ["meta", []],
  ["text", [["text", "string"]]],
  ["replace_response", [["text", "string"]]],
  ["suggested_reply", [["text", "string"]]],
  [
    "file",
    [
      ["url", "string"],
      ["content_type", "string"],
      ["name", "string"],
    ],
  ],
  ["json", []],
  ["data", [["metadata", "string"]]],
  ["error", []],
]);

/** Reads the events of one native stream, of which `meta` counts as the first only. */
export function createBotEventReader(): (event: ServerSentEvent) => BotEvent {
  let hasBegun = false;

  return ({ event, data }) => {
    if (event === "done") return { kind: "end" };
    if (event === "ping") return { kind: "nothing" };
    if (data === "[DONE]" && event === "") return { kind: "cut" };
    const isFirst = !hasBegun;
    hasBegun = true;
    const required = requiredMembers.get(event);

    const value = parsedOrText(data);
    // A text in JSON has quotes around it, so it never is its own value.
    if (value === data) {
      if (event === "error") return botErrorOf({ text: data });
      return required === undefined && event !== ""
        ? unknown(event, data)
        : broken("an event of malformed or cut JSON");
    }
    if (required === undefined) return unknown(event, value);
    if (!isFields(value)) return broken("an event of JSON that is no object");
    if (event === "error") return botErrorOf(value);
    const incomplete = brokenEventOf(event, value, required);
    if (incomplete !== undefined) return incomplete;
    if (event === "meta" && !isFirst) return { kind: "nothing" };
    return { kind: "event", event: partialOf(event, value) };
  };
}

/** True if a piece adds to the answer. */
export function hasBotContent({ text, attachment, tool_calls, data }: PartialResponse): boolean {
  return text !== "" || attachment != null || (tool_calls ?? []).length > 0 || data != null;
}

// Fields that this version does not know stay on the piece.
function partialOf(event: string, value: Fields): PartialResponse {
  const index = typeof value.index === "number" ? { index: value.index } : {};
  const text = textIn(value.text) ?? "";
  switch (event) {
    case "replace_response":
      return { ...value, text, is_replace_response: true };
    case "suggested_reply":
      return { ...value, text, is_suggested_reply: true };
    case "file": {
      const { index: _, ...attachment } = value;
      // Its required members were looked at.
      return { text: "", attachment: attachment as unknown as Attachment, ...index };
    }
    case "json":
      return { ...deltaOf(value), data: value, ...index };
    case "data":
      return { text: "", data: { metadata: value.metadata }, ...index };
    default:
      return { ...value, text };
  }
}

/** The text and the pieces of tool calls in a chunk. */
function deltaOf({ choices }: Fields): Pick<PartialResponse, "text" | "tool_calls"> {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const delta = isFields(choice) && isFields(choice.delta) ? choice.delta : {};
  const text = textIn(delta.content) ?? "";
  // Whatever they are, the accumulator takes only what is an object.
  return Array.isArray(delta.tool_calls) ? { text, tool_calls: delta.tool_calls as ProtocolToolCall[] } : { text };
}

function unknown(event: string, data: unknown): BotEvent {
  return { kind: "unknown", event: { text: "", raw_response: { event, data } } };
}

function broken(what: string): BotEvent {
  return { kind: "broken", what: `with ${what}` };
}
