import type { Message, MessageStreamEvent } from "@model-access/contract";
import type { Block } from "./blocks.js";

/** A message as the events of a stream. There is one ping, where the provider has it: after the first block's start. */
export function writeEvents(message: Message, blocks: Block[]): MessageStreamEvent[] {
  const { stop_reason, stop_sequence, usage } = message;
  const begun = { ...message, content: [], stop_reason: null, stop_sequence: null };
  const ofBlocks = blocks.flatMap(blockEvents);
  return [
    {
      type: "message_start",
      message: { ...begun, usage: { ...usage, output_tokens: Math.min(1, usage.output_tokens) } },
    },
    ...ofBlocks.slice(0, 1),
    { type: "ping" },
    ...ofBlocks.slice(1),
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ];
}

function blockEvents({ start, deltas }: Block, index: number): MessageStreamEvent[] {
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta" as const, index, delta })),
    { type: "content_block_stop", index },
  ];
}
