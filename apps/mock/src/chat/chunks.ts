import type { ChatCompletionChunk, ChatCompletionChunkChoice, ChatCompletionDelta } from "@model-access/contract";
import type { Reply } from "../conversation/reply.js";
import { type Envelope, finishReasonOf, openingContent } from "./envelope.js";
import { writeUsage } from "./usage.js";

/** A reply as the chunks of a stream. With `includeUsage` a last one tells the usage, which is null in the others. */
export function writeChunks(
  reply: Reply,
  envelope: Envelope,
  { includeUsage = false }: { includeUsage?: boolean } = {},
): ChatCompletionChunk[] {
  const { id, created, model, fingerprint } = envelope;
  const head = { id, object: "chat.completion.chunk" as const, created, model, system_fingerprint: fingerprint };
  const chunks = chunkChoices(reply, envelope).map((choice) => ({
    ...head,
    choices: [choice],
    ...(includeUsage && { usage: null }),
  }));
  return includeUsage ? [...chunks, { ...head, choices: [], usage: writeUsage(reply.usage) }] : chunks;
}

function chunkChoices(reply: Reply, { callIds }: Envelope): ChatCompletionChunkChoice[] {
  const deltas: ChatCompletionDelta[] = [
    { role: "assistant", content: openingContent(reply) },
    ...reply.text.map((content) => ({ content })),
    ...reply.toolCalls.flatMap((call, index) => [
      toolCallDelta(index, { id: callIds[index], type: "function", function: { name: call.name, arguments: "" } }),
      ...call.arguments.map((piece) => toolCallDelta(index, { function: { arguments: piece } })),
    ]),
  ];
  return [
    ...deltas.map((delta) => ({ index: 0, delta, finish_reason: null })),
    { index: 0, delta: {}, finish_reason: finishReasonOf(reply.finish) },
  ];
}

/** A piece of a tool call. Its first piece has the id, the type and the name; the others add to the arguments. */
function toolCallDelta(
  index: number,
  piece: { id?: string | undefined; type?: "function"; function: { name?: string; arguments: string } },
): ChatCompletionDelta {
  const { id, ...rest } = piece;
  return { tool_calls: [{ index, ...(id !== undefined && { id }), ...rest }] };
}
