import type { ChatCompletionChunk, ChatCompletionChunkChoice, ChatCompletionDelta } from "@model-access/contract";
import type { Reply } from "../conversation/reply.js";
import { type Envelope, finishReasonOf, openingContent } from "./envelope.js";
import { writeUsage } from "./usage.js";

/** Whether a stream tells its usage. */
interface ChunkOptions {
  includeUsage?: boolean;
}

/** A reply as the chunks of a stream. With `includeUsage` a last one tells the usage, which is null in the others. */
export function writeChunks(reply: Reply, envelope: Envelope, options: ChunkOptions = {}): ChatCompletionChunk[] {
  return [...eachChunk(reply, envelope, options)];
}

/** Gives the same chunks one by one: of a stream that has just begun there are none yet. */
export function* eachChunk(
  reply: Reply,
  envelope: Envelope,
  { includeUsage = false }: ChunkOptions = {},
): Generator<ChatCompletionChunk, void> {
  const { id, created, model, fingerprint } = envelope;
  const head = { id, object: "chat.completion.chunk" as const, created, model, system_fingerprint: fingerprint };
  for (const choice of eachChoice(reply, envelope)) {
    yield { ...head, choices: [choice], ...(includeUsage && { usage: null }) };
  }
  if (includeUsage) yield { ...head, choices: [], usage: writeUsage(reply.usage) };
}

function* eachChoice(reply: Reply, envelope: Envelope): Generator<ChatCompletionChunkChoice, void> {
  for (const delta of eachDelta(reply, envelope)) yield { index: 0, delta, finish_reason: null };
  yield { index: 0, delta: {}, finish_reason: finishReasonOf(reply.finish) };
}

function* eachDelta(reply: Reply, { callIds }: Envelope): Generator<ChatCompletionDelta, void> {
  yield { role: "assistant", content: openingContent(reply) };
  for (const content of reply.text) yield { content };
  for (const [index, call] of reply.toolCalls.entries()) {
    yield toolCallDelta(index, { id: callIds[index], type: "function", function: { name: call.name, arguments: "" } });
    for (const piece of call.arguments) yield toolCallDelta(index, { function: { arguments: piece } });
  }
}

/** A piece of a tool call. Its first piece has the id, the type and the name; the others add to the arguments. */
function toolCallDelta(
  index: number,
  piece: { id?: string | undefined; type?: "function"; function: { name?: string; arguments: string } },
): ChatCompletionDelta {
  const { id, ...rest } = piece;
  return { tool_calls: [{ index, ...(id !== undefined && { id }), ...rest }] };
}
