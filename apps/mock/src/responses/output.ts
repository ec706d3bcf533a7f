import { createHash } from "node:crypto";
import type { ResponseOutputItem, ResponseRequest } from "@model-access/contract";
import { isCutShort, type Reply, type ReplyToolCall } from "../conversation/reply.js";
import type { MakeId } from "../ids.js";
import { reasoningOf } from "./reasoning.js";

/**
 * An item of the output, and the pieces in which a stream brings its text, its summary or its arguments; those of an item
 * that is given as a whole are the tokens of each part.
 */
export interface OutputItem {
  item: ResponseOutputItem;
  pieces?: string[];
}

interface OutputOptions {
  request: ResponseRequest;
  makeId: MakeId;
  seed: number;
}

/** The output items of a reply: reasoning, search, text and tool calls. */
export function writeOutput(reply: Reply, options: OutputOptions): OutputItem[] {
  const { reasoning, usage, searchQuery, text, toolCalls, finish } = reply;
  const hasReasoned = reasoning.length > 0 || usage.reasoningTokens > 0;
  const hasMessage = text.length > 0 || (toolCalls.length === 0 && !isCutShort(finish));
  return [
    ...(hasReasoned ? [reasoningItem(reasoning, options)] : []),
    ...(searchQuery === undefined ? [] : [webSearchItem(searchQuery, reply, options)]),
    ...(hasMessage ? [messageItem(reply, options)] : []),
    ...toolCalls.map((call) => functionCallItem(call, options)),
  ];
}

function reasoningItem(reasoning: string[], { request, makeId, seed }: OutputOptions): OutputItem {
  const pieces = reasoningOf(request).summary === null ? [] : reasoning;
  const isEncrypted = request.include?.includes("reasoning.encrypted_content") === true;
  return {
    item: {
      type: "reasoning",
      id: makeId("rs_", 24),
      summary: pieces.length > 0 ? [{ type: "summary_text", text: pieces.join("") }] : [],
      ...(isEncrypted && {
        encrypted_content: createHash("sha512")
          .update(`${seed} ${reasoning.join("")}`)
          .digest("base64"),
      }),
    },
    pieces,
  };
}

function webSearchItem(query: string, { citations }: Reply, { request, makeId }: OutputOptions): OutputItem {
  const hasSources = request.include?.includes("web_search_call.action.sources") === true;
  const sources = citations.map(({ url }) => ({ type: "url" as const, url }));
  return {
    item: {
      type: "web_search_call",
      id: makeId("ws_", 24),
      status: "completed",
      action: { type: "search", query, ...(hasSources && { sources }) },
    },
    pieces: [],
  };
}

function messageItem({ text, citations, finish }: Reply, { makeId }: OutputOptions): OutputItem {
  const annotations = citations.map(({ url, title, start, end }) => ({
    type: "url_citation" as const,
    url,
    title,
    start_index: start,
    end_index: end,
  }));
  return {
    item: {
      type: "message",
      id: makeId("msg_", 24),
      status: isCutShort(finish) ? "incomplete" : "completed",
      role: "assistant",
      content: [{ type: "output_text", text: text.join(""), annotations, logprobs: [] }],
    },
    pieces: text,
  };
}

function functionCallItem({ name, arguments: pieces }: ReplyToolCall, { makeId }: OutputOptions): OutputItem {
  return {
    item: {
      type: "function_call",
      id: makeId("fc_", 24),
      call_id: makeId("call_", 24),
      name,
      arguments: pieces.join(""),
      status: "completed",
    },
    pieces,
  };
}
