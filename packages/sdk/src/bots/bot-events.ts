import { parsedOrText } from "../call/response-body.js";
import type { ReadEvent } from "../stream/dialect.js";
import type { ServerSentEvent } from "../stream/event-stream-decoder.js";
import { type Fields, isFields, textFor } from "../stream/json-fields.js";
import type { Attachment, PartialResponse, ProtocolToolCall } from "../types.js";
import { botErrorOf } from "./bot-error.js";

type BotEvent = ReadEvent<PartialResponse>;

const broken: BotEvent = { kind: "broken", what: "with an event of malformed or cut JSON" };
const known = ["meta", "text", "replace_response", "suggested_reply", "file", "json", "data", "error"];

/** Reads the events of one native stream, of which `meta` counts as the first only. */
export function createBotEventReader(): (event: ServerSentEvent) => BotEvent {
  let hasBegun = false;

  return ({ event, data }) => {
    if (event === "done") return { kind: "end" };
    if (event === "ping") return { kind: "nothing" };
    if (data === "[DONE]" && event === "") return { kind: "cut" };
    const isFirst = !hasBegun;
    hasBegun = true;

    const value = parsedOrText(data);
    // A text in JSON has quotes around it, so it never is its own value.
    if (value === data) {
      if (event === "error") return botErrorOf({ text: data });
      return known.includes(event) || event === "" ? broken : unknown(event, data);
    }
    if (!known.includes(event)) return unknown(event, value);
    const fields = isFields(value) ? value : { text: value };
    if (event === "error") return botErrorOf(fields);
    if (event === "meta" && !isFirst) return { kind: "nothing" };
    return { kind: "event", event: partialOf(event, fields) };
  };
}

/** True if a piece adds to the answer. */
export function hasBotContent({ text, attachment, tool_calls, data }: PartialResponse): boolean {
  return text !== "" || attachment != null || (tool_calls ?? []).length > 0 || data != null;
}

// Fields that this version does not know stay on the piece.
function partialOf(event: string, value: Fields): PartialResponse {
  const index = typeof value.index === "number" ? { index: value.index } : {};
  const text = textFor(value.text);
  switch (event) {
    case "replace_response":
      return { ...value, text, is_replace_response: true };
    case "suggested_reply":
      return { ...value, text, is_suggested_reply: true };
    case "file": {
      const { index: _, ...attachment } = value;
      attachment.url ??= "";
      return { text: "", attachment: attachment as unknown as Attachment, ...index };
    }
    case "json":
      return { ...deltaOf(value), data: value, ...index };
    case "data":
      return { text: "", data: { metadata: textFor(value.metadata) }, ...index };
    default:
      return { ...value, text };
  }
}

/** The text and the pieces of tool calls in a chunk. */
function deltaOf({ choices }: Fields): Pick<PartialResponse, "text" | "tool_calls"> {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const delta = isFields(choice) && isFields(choice.delta) ? choice.delta : {};
  const text = textFor(delta.content);
  // Whatever they are, the accumulator takes only what is an object.
  return Array.isArray(delta.tool_calls) ? { text, tool_calls: delta.tool_calls as ProtocolToolCall[] } : { text };
}

function unknown(event: string, data: unknown): BotEvent {
  return { kind: "unknown", event: { text: "", raw_response: { event, data } } };
}
