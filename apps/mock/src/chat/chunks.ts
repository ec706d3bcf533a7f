import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionChunkChoice,
  ChatCompletionDelta,
} from "@model-access/contract";
import type { Reply } from "../conversation/reply.js";
import { tokensOf } from "../conversation/tokens.js";
import { type Envelope, finishReasonOf, openingContent } from "./envelope.js";
import { writeUsage } from "./usage.js";

/** The parts of a stream that a request asks for. */
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

/** Gives the chunks of a whole completion, with all of its members; its texts and its arguments come in pieces. */
export function* eachChunkOf(
  { choices, usage, ...rest }: ChatCompletion,
  { includeUsage = false }: ChunkOptions = {},
): Generator<ChatCompletionChunk, void> {
  const head = { ...rest, object: "chat.completion.chunk" as const };
  for (const { index, message, finish_reason, ...others } of choices) {
    for (const delta of deltasOf(message)) {
      yield { ...head, choices: [{ index, delta, finish_reason: null }], ...(includeUsage && { usage: null }) };
    }
    const last = { ...others, index, delta: {}, finish_reason };
    yield { ...head, choices: [last], ...(includeUsage && { usage: null }) };
  }
  if (includeUsage && usage !== undefined) yield { ...head, choices: [], usage };
}

function* deltasOf(message: ChatCompletion["choices"][number]["message"]): Generator<ChatCompletionDelta, void> {
  const { role, content, tool_calls: calls, ...others } = message;
  yield { role, content: content == null ? null : "" };
  for (const [name, value] of Object.entries({ ...others, content })) {
    if (typeof value === "string") for (const piece of tokensOf(value)) yield { [name]: piece };
    else if (name !== "content") yield { [name]: value };
  }
  for (const [index, call] of (calls ?? []).entries()) {
    const isFunction = call.type === "function" && call.function !== undefined;
    yield { tool_calls: [{ ...call, index, ...(isFunction && { function: { ...call.function, arguments: "" } }) }] };
    const pieces = isFunction ? tokensOf(call.function.arguments) : [];
    for (const piece of pieces) yield toolCallDelta(index, { function: { arguments: piece } });
  }
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
