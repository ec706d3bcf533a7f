import { createHash } from "node:crypto";
import type { MessageContentBlock, MessageContentBlockDelta } from "@model-access/contract";
import type { Reply, ReplyToolCall } from "../conversation/reply.js";
import { tokensOf } from "../conversation/tokens.js";
import type { MakeId } from "../ids.js";

/** A content block as a whole, and as a stream brings it: how it starts, then what is added. */
export interface Block {
  whole: MessageContentBlock;
  start: MessageContentBlock;
  deltas: MessageContentBlockDelta[];
}

export interface BlockOptions {
  makeId: MakeId;
  seed: number;
  /** False where the request wants no thoughts in the reply; their signature is there all the same. */
  showsThoughts: boolean;
}

/** The content blocks of a reply: thoughts, text and tool calls. */
export function writeBlocks(reply: Reply, options: BlockOptions): Block[] {
  const { reasoning, text, toolCalls } = reply;
  return [
    ...(reasoning.length > 0 ? [thinkingBlock(reasoning, options)] : []),
    ...(text.length > 0 ? [textBlock(text)] : []),
    ...toolCalls.map((call) => toolUseBlock(call, options)),
  ];
}

/** The blocks of a whole message; its texts and its inputs come in pieces, and what has neither as it starts. */
export function blocksOf(content: MessageContentBlock[]): Block[] {
  return content.map((whole) => {
    if (whole.type === "text") {
      const start = { ...whole, text: "", ...(whole.citations != null && { citations: [] }) };
      const cited = (whole.citations ?? []).map((citation) => ({ type: "citations_delta" as const, citation }));
      return { whole, start, deltas: [...textBlock(tokensOf(whole.text)).deltas, ...cited] };
    }
    if (whole.type === "thinking") {
      const { thinking, signature } = whole;
      const pieces = tokensOf(thinking).map((piece) => ({ type: "thinking_delta" as const, thinking: piece }));
      const start = { ...whole, thinking: "", signature: "" };
      return { whole, start, deltas: [...pieces, { type: "signature_delta", signature }] };
    }
    if (whole.type !== "tool_use") return { whole, start: whole, deltas: [] };
    return { whole, start: { ...whole, input: {} }, deltas: inputDeltas(tokensOf(JSON.stringify(whole.input))) };
  });
}

/** The first piece of an input is empty, as the provider sends it. */
const inputDeltas = (pieces: string[]): MessageContentBlockDelta[] =>
  ["", ...pieces].map((piece) => ({ type: "input_json_delta", partial_json: piece }));

function thinkingBlock(reasoning: string[], { seed, showsThoughts }: BlockOptions): Block {
  const pieces = showsThoughts ? reasoning : [];
  const signature = createHash("sha512")
    .update(`${seed} ${reasoning.join("")}`)
    .digest("base64");
  return {
    whole: { type: "thinking", thinking: pieces.join(""), signature },
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      ...pieces.map((thinking) => ({ type: "thinking_delta" as const, thinking })),
      { type: "signature_delta", signature },
    ],
  };
}

function textBlock(pieces: string[]): Block {
  return {
    whole: { type: "text", text: pieces.join("") },
    start: { type: "text", text: "" },
    deltas: pieces.map((text) => ({ type: "text_delta", text })),
  };
}

function toolUseBlock({ name, arguments: pieces }: ReplyToolCall, { makeId }: BlockOptions): Block {
  const head = { type: "tool_use" as const, id: makeId("toolu_", 24), name };
  return {
    whole: { ...head, input: inputOf(pieces.join("")) },
    start: { ...head, input: {} },
    deltas: inputDeltas(pieces),
  };
}

/** Reads the arguments of a call; those that are scripted can be no JSON object, for which a whole block has no place. */
function inputOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
