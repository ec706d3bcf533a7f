import type { ChatCompletion } from "@model-access/contract";
import type { Reply } from "../conversation/reply.js";
import { type Envelope, finishReasonOf, openingContent } from "./envelope.js";
import { writeUsage } from "./usage.js";

/** A reply as the text of one chat completion. Of a reply that is given again, only the head is written again. */
export function completionText(reply: Reply, envelope: Envelope): string {
  if (reply.toolCalls.length > 0) return JSON.stringify(writeCompletion(reply, envelope)); // their ids are of the envelope
  const { id, created, model, fingerprint } = envelope;
  const head = JSON.stringify({ id, object: "chat.completion", created, model }).slice(0, -1);
  const tail = tails.get(reply) ?? keepTail(reply, envelope);
  return `${head},${tail},"system_fingerprint":${JSON.stringify(fingerprint)}}`;
}

/** The members that a reply without tool calls decides alone. */
const tails = new WeakMap<Reply, string>();

function keepTail(reply: Reply, envelope: Envelope): string {
  const { choices, usage } = writeCompletion(reply, envelope);
  const tail = JSON.stringify({ choices, usage }).slice(1, -1);
  tails.set(reply, tail);
  return tail;
}

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
