import type { ChatCompletion } from "@model-access/contract";
import type { Reply } from "../conversation/reply.js";
import { type Envelope, finishReasonOf, openingContent } from "./envelope.js";
import { writeUsage } from "./usage.js";

/** A reply as one chat completion. */
export function writeCompletion(reply: Reply, { id, created, model, callIds, fingerprint }: Envelope): ChatCompletion {
  const toolCalls = reply.toolCalls.map((call, index) => ({
    id: callIds[index] ?? "",
    type: "function" as const,
    function: { name: call.name, arguments: call.arguments.join("") },
  }));
  return {
    id,
    object: "chat.completion",
    created,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: reply.text.join("") || openingContent(reply),
          ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
        },
        finish_reason: finishReasonOf(reply.finish),
      },
    ],
    usage: writeUsage(reply.usage),
    system_fingerprint: fingerprint,
  };
}
