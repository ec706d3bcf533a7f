import type { Message, MessageContentBlock, MessageStopReason, MessageUsage } from "@model-access/contract";
import type { Finish, Reply, ReplyUsage } from "../conversation/reply.js";

export function writeMessage(
  { finish, usage }: Reply,
  { id, model, content }: { id: string; model: string; content: MessageContentBlock[] },
): Message {
  return {
    id,
    type: "message",
    role: "assistant",
    model: providerModelName(model),
    content,
    stop_reason: stopReasons[finish.reason],
    stop_sequence: finish.reason === "stop_sequence" ? finish.stopSequence : null,
    usage: writeUsage(usage),
  };
}

const stopReasons: Record<Finish["reason"], MessageStopReason> = {
  stop: "end_turn",
  stop_sequence: "stop_sequence",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filter: "refusal",
};

/** The provider's form of a name: the bot `Claude-Sonnet-4.5` is its model `claude-sonnet-4-5`; a date stays. */
function providerModelName(name: string): string {
  return name.toLowerCase().replaceAll(".", "-");
}

/** Nothing is read from a cache or written to one. */
function writeUsage({ inputTokens, outputTokens }: ReplyUsage): MessageUsage {
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: outputTokens,
  };
}
