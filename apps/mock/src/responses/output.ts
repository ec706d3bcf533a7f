import { createHash } from "node:crypto";
import type { ResponseOutputItem, ResponseRequest } from "@model-access/contract";
import { isCutShort, type Reply } from "../conversation/reply.js";
import type { MakeId } from "../ids.js";
import { reasoningOf } from "./read-conversation.js";

interface OutputOptions {
  request: ResponseRequest;
  makeId: MakeId;
  seed: number;
}

/** The output items of a reply: reasoning, search, text and tool calls. */
export function writeOutput(reply: Reply, options: OutputOptions): ResponseOutputItem[] {
  const { reasoning, usage, searchQuery, text, toolCalls, finish } = reply;
  const hasReasoned = reasoning.length > 0 || usage.reasoningTokens > 0;
  const hasMessage = text.length > 0 || (toolCalls.length === 0 && !isCutShort(finish));
  return [
    ...(hasReasoned ? [reasoningItem(reasoning.join(""), options)] : []),
    ...(searchQuery === undefined ? [] : [webSearchItem(searchQuery, reply, options)]),
    ...(hasMessage ? [messageItem(reply, options)] : []),
    ...toolCalls.map(
      (call): ResponseOutputItem => ({
        type: "function_call",
        id: options.makeId("fc_", 24),
        call_id: options.makeId("call_", 24),
        name: call.name,
        arguments: call.arguments.join(""),
        status: "completed",
      }),
    ),
  ];
}

function reasoningItem(reasoning: string, { request, makeId, seed }: OutputOptions): ResponseOutputItem {
  const isShown = reasoningOf(request).summary !== null && reasoning !== "";
  const isEncrypted = request.include?.includes("reasoning.encrypted_content") === true;
  return {
    type: "reasoning",
    id: makeId("rs_", 24),
    summary: isShown ? [{ type: "summary_text", text: reasoning }] : [],
    ...(isEncrypted && { encrypted_content: createHash("sha512").update(`${seed} ${reasoning}`).digest("base64") }),
  };
}

function webSearchItem(query: string, { citations }: Reply, { request, makeId }: OutputOptions): ResponseOutputItem {
  const hasSources = request.include?.includes("web_search_call.action.sources") === true;
  const sources = citations.map(({ url }) => ({ type: "url" as const, url }));
  return {
    type: "web_search_call",
    id: makeId("ws_", 24),
    status: "completed",
    action: { type: "search", query, ...(hasSources && { sources }) },
  };
}

function messageItem({ text, citations, finish }: Reply, { makeId }: OutputOptions): ResponseOutputItem {
  const annotations = citations.map(({ url, title, start, end }) => ({
    type: "url_citation" as const,
    url,
    title,
    start_index: start,
    end_index: end,
  }));
  return {
    type: "message",
    id: makeId("msg_", 24),
    status: isCutShort(finish) ? "incomplete" : "completed",
    role: "assistant",
    content: [{ type: "output_text", text: text.join(""), annotations, logprobs: [] }],
  };
}
