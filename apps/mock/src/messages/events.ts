import type {
  Message,
  MessageContentBlock,
  MessageContentBlockDelta,
  MessageStreamEvent,
} from "@model-access/contract";
import type { ReplyToolCall } from "../conversation/reply.js";
import type { Cut } from "../conversation/write-answer.js";

interface EventOptions {
  /** Cuts the texts into the pieces that come one by one. */
  cut: Cut;
  /** The calls whose pieces are those of the message's inputs, in their order; others come in tokens. */
  toolCalls: readonly ReplyToolCall[];
}

/** A message as the events of a stream. There is one ping, where the provider has it: after the first block's start. */
export function writeEvents(message: Message, { cut, toolCalls }: EventOptions): MessageStreamEvent[] {
  const { content, stop_reason, stop_sequence, usage } = message;
  const begun = { ...message, content: [], stop_reason: null, stop_sequence: null };
  const inputs = content.filter(({ type }) => type === "tool_use");
  const [start, ...rest] = content.flatMap((block, index): MessageStreamEvent[] => [
    { type: "content_block_start", index, content_block: startOf(block) },
    ...deltasOf(block, cut, toolCalls[inputs.indexOf(block)]?.arguments).map((delta) => ({
      type: "content_block_delta" as const,
      index,
      delta,
    })),
    { type: "content_block_stop", index },
  ]);
  return [
    {
      type: "message_start",
      message: { ...begun, usage: { ...usage, output_tokens: Math.min(1, usage.output_tokens) } },
    },
    ...(start === undefined ? [] : [start]),
    { type: "ping" },
    ...rest,
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ];
}

/** A block before its first piece; one of a type that has no pieces is whole. */
function startOf(block: MessageContentBlock): MessageContentBlock {
  if (block.type === "text") return { ...block, text: "", ...(block.citations != null && { citations: [] }) };
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  return block.type === "tool_use" ? { ...block, input: {} } : block;
}

function deltasOf(
  block: MessageContentBlock,
  cut: Cut,
  input: readonly string[] | undefined,
): MessageContentBlockDelta[] {
  if (block.type === "text") {
    const cited = (block.citations ?? []).map((citation) => ({ type: "citations_delta" as const, citation }));
    return [...cut(block.text).map((text) => ({ type: "text_delta" as const, text })), ...cited];
  }
  if (block.type === "thinking") {
    const { signature } = block;
    const thoughts = cut(block.thinking).map((thinking) => ({ type: "thinking_delta" as const, thinking }));
    return [...thoughts, { type: "signature_delta", signature }];
  }
  if (block.type !== "tool_use") return [];
  // The first piece of an input is empty, as the provider sends it.
  const pieces = ["", ...(input ?? cut(JSON.stringify(block.input)))];
  return pieces.map((piece) => ({ type: "input_json_delta", partial_json: piece }));
}
