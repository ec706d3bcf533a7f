import { createToolCallAccumulator, type ToolCallAccumulator } from "../chat/tool-call-accumulator.js";
import { valuesByIndex } from "../stream/by-index.js";
import { isFields } from "../stream/json-fields.js";
import type { Attachment, PartialResponse, ProtocolToolCall } from "../types.js";

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

/** Adds the pieces of a stream up to a reply. */
export interface BotAccumulator {
  add(piece: PartialResponse): void;
  /** The reply so far; absent before the first piece. */
  result(): BotReply | undefined;
}

interface Draft extends Omit<BotAnswer, "tool_calls"> {
  index: number;
  toolCalls: ToolCallAccumulator;
}

/** A replacement replaces only the text: files and suggested replies stay. */
export function createBotAccumulator(): BotAccumulator {
  const drafts = new Map<number, Draft>();
  let contentType: string | undefined;

  function add(piece: PartialResponse): void {
    if (typeof piece.content_type === "string") contentType = piece.content_type;
    const draft = draftAt(typeof piece.index === "number" ? piece.index : 0);
    if (piece.is_suggested_reply) draft.suggested_replies.push(piece.text);
    else if (piece.is_replace_response) draft.text = piece.text;
    else draft.text += piece.text;
    if (piece.attachment != null) draft.attachments.push(piece.attachment);
    if (Array.isArray(piece.tool_calls)) {
      for (const call of piece.tool_calls) if (isFields(call)) draft.toolCalls.add(call);
    }
    if (typeof piece.data?.metadata === "string") draft.metadata = piece.data.metadata;
  }

  function draftAt(index: number): Draft {
    const known = drafts.get(index);
    if (known !== undefined) return known;
    const draft: Draft = {
      index,
      text: "",
      attachments: [],
      suggested_replies: [],
      toolCalls: createToolCallAccumulator(),
    };
    drafts.set(index, draft);
    return draft;
  }

  function result(): BotReply | undefined {
    const all = valuesByIndex(drafts);
    const [first] = all;
    if (first === undefined) return undefined;
    return {
      ...answerOf(first),
      ...(contentType === undefined ? {} : { content_type: contentType }),
      ...(all.length === 1 ? {} : { answers: all.map((draft) => ({ index: draft.index, ...answerOf(draft) })) }),
    };
  }

  return { add, result };
}

function answerOf({ index: _, toolCalls, ...answer }: Draft): BotAnswer {
  // Pieces of calls add up to calls.
  return { ...answer, tool_calls: toolCalls.result() as unknown as ProtocolToolCall[] };
}
