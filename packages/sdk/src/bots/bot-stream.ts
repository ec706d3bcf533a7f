import type { Call } from "../call/call.js";
import { createToolCallAccumulator, type ToolCallAccumulator } from "../chat/tool-call-accumulator.js";
import { streamError } from "../errors/call-error.js";
import { StreamError, type StreamErrorDetails } from "../errors/model-access-error.js";
import type { Dialect, ReadEvent } from "../stream/dialect.js";
import type { ServerSentEvent } from "../stream/event-stream-decoder.js";
import { type Fields, isFields, parsedOrText, textFor, textIn, valueAt, valuesByIndex } from "../stream/json-fields.js";
import { ModelStream } from "../stream/model-stream.js";
import type { Attachment, PartialResponse, ProtocolToolCall } from "../types.js";

/**
 * The answer of a bot, piece by piece; it ends at `done`. An error event throws a `BotError`. A piece with
 * `is_replace_response` replaces all text before it. An event that this version does not know arrives as a piece
 * without text, with the event in `raw_response`.
 *
 * @example
 * for await (const { text, is_replace_response } of stream) answer = is_replace_response ? text : answer + text;
 */
export class BotStream extends ModelStream<PartialResponse, BotReply> {
  /** @internal Made by `client.bots.respond`. */
  constructor(call: Call, opening?: Promise<unknown>) {
    super(call, createBotDialect(), opening);
  }
}

type BotEvent = ReadEvent<PartialResponse>;

const broken: BotEvent = { kind: "broken", what: "with an event of malformed or cut JSON" };
const known = ["meta", "text", "replace_response", "suggested_reply", "file", "json", "data", "error"];

/** Reads the events of one native stream, of which `meta` counts as the first only. */
function createBotEventReader(): (event: ServerSentEvent) => BotEvent {
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
      if (event === "error") return readBotError({ text: data });
      return known.includes(event) || event === "" ? broken : unknown(event, data);
    }
    if (!known.includes(event)) return unknown(event, value);
    const fields = isFields(value) ? value : { text: value };
    if (event === "error") return readBotError(fields);
    if (event === "meta" && !isFirst) return { kind: "nothing" };
    return { kind: "event", event: readPiece(event, fields) };
  };
}

/** True if a piece adds to the answer. */
function hasBotContent({ text, attachment, tool_calls, data }: PartialResponse): boolean {
  return text !== "" || attachment != null || (tool_calls ?? []).length > 0 || data != null;
}

// Fields that this version does not know stay on the piece.
function readPiece(event: string, value: Fields): PartialResponse {
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
      return { ...readDelta(value), data: value, ...index };
    case "data":
      return { text: "", data: { metadata: textFor(value.metadata) }, ...index };
    default:
      return { ...value, text };
  }
}

function readDelta({ choices }: Fields): Pick<PartialResponse, "text" | "tool_calls"> {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const delta = isFields(choice) && isFields(choice.delta) ? choice.delta : {};
  const text = textFor(delta.content);
  // Whatever they are, the accumulator takes only what is an object.
  return Array.isArray(delta.tool_calls) ? { text, tool_calls: delta.tool_calls as ProtocolToolCall[] } : { text };
}

function unknown(event: string, data: unknown): BotEvent {
  return { kind: "unknown", event: { text: "", raw_response: { event, data } } };
}

/** The bot ended its answer with an error. `type` is the kind of error, where the bot names it. */
export class BotError extends StreamError {
  static override readonly sdkErrorName: string = "BotError";
  /** True if the same query may be tried again. */
  declare readonly allowRetry: boolean;

  constructor(message: string, details: StreamErrorDetails & { allowRetry: boolean }) {
    super(message, details);
  }
}

/** Reads an error event. A bot that does not say otherwise may be asked again. */
function readBotError({ text, error_type, allow_retry }: Fields): ReadEvent<never> {
  const allowRetry = allow_retry !== false;
  return {
    kind: "error",
    error: {
      message: textIn(text) || "no message",
      type: textIn(error_type),
    },
    toError(call, failure) {
      const { message, ...details } = streamError(call, failure);
      return new BotError(message, { ...details, partial: failure.partial, allowRetry });
    },
  };
}

/** One answer of a bot. */
export interface BotAnswer {
  /** The text, without the parts that the bot replaced. */
  text: string;
  /** The files that came with it. */
  attachments: Attachment[];
  /** Replies to offer to the user. */
  suggested_replies: string[];
  /** The calls of your functions; send them back with their results in `tool_calls` and `tool_results`. */
  tool_calls: ProtocolToolCall[];
  /** The data that the bot stored with the answer; the last one that came. */
  metadata?: string;
}

/** The sum of the pieces of a bot's stream: its answer, or the first of several. */
export interface BotReply extends BotAnswer {
  /** The media type of the text: `text/markdown` or as `text/plain`. */
  content_type?: string;
  /** Every answer, where the bot gave several at once. */
  answers?: (BotAnswer & { index: number })[];
}

interface Draft extends Omit<BotAnswer, "tool_calls"> {
  index: number;
  toolCalls: ToolCallAccumulator;
}

/** A replacement replaces only the text: files and suggested replies stay. */
function createBotDialect(): Dialect<PartialResponse, BotReply> {
  const drafts = new Map<number, Draft>();
  let contentType: string | undefined;

  function add(piece: PartialResponse): void {
    if (typeof piece.content_type === "string") contentType = piece.content_type;
    const index = typeof piece.index === "number" ? piece.index : 0;
    const draft = valueAt(drafts, index, () => ({
      index,
      text: "",
      attachments: [],
      suggested_replies: [],
      toolCalls: createToolCallAccumulator(),
    }));
    if (piece.is_suggested_reply) draft.suggested_replies.push(piece.text);
    else if (piece.is_replace_response) draft.text = piece.text;
    else draft.text += piece.text;
    if (piece.attachment != null) draft.attachments.push(piece.attachment);
    if (Array.isArray(piece.tool_calls)) {
      for (const call of piece.tool_calls) if (isFields(call)) draft.toolCalls.add(call);
    }
    if (typeof piece.data?.metadata === "string") draft.metadata = piece.data.metadata;
  }

  function result(): BotReply | undefined {
    const all = valuesByIndex(drafts);
    const [first] = all;
    if (first === undefined) return undefined;
    return {
      ...toAnswer(first),
      ...(contentType === undefined ? {} : { content_type: contentType }),
      ...(all.length === 1 ? {} : { answers: all.map((draft) => ({ index: draft.index, ...toAnswer(draft) })) }),
    };
  }

  return {
    read: createBotEventReader(),
    add,
    result,
    readText: ({ text }) => text,
    hasContent: hasBotContent,
  };
}

function toAnswer({ index: _, toolCalls, ...answer }: Draft): BotAnswer {
  // Pieces of calls add up to calls.
  return { ...answer, tool_calls: toolCalls.result() as unknown as ProtocolToolCall[] };
}
