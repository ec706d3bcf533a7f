import type { ChatCompletion, ChatCompletionChunk, ChatCompletionDelta } from "@model-access/contract";
import type { Cut } from "../conversation/write-answer.js";

interface ChunkOptions {
  /** Cuts the texts and the arguments into the pieces that come one by one. */
  cut: Cut;
  /** True where a last chunk tells the usage, which is null in the others. */
  includeUsage?: boolean;
}

/** Gives the chunks of a whole completion one by one, with all of its members: of a stream that has just begun there are none yet. */
export function* eachChunk(
  { choices, usage, ...rest }: ChatCompletion,
  { cut, includeUsage = false }: ChunkOptions,
): Generator<ChatCompletionChunk, void> {
  const head = { ...rest, object: "chat.completion.chunk" as const };
  const noUsage = includeUsage && { usage: null };
  for (const { index, message, finish_reason, ...others } of choices) {
    for (const delta of deltasOf(message, cut)) {
      yield { ...head, choices: [{ index, delta, finish_reason: null }], ...noUsage };
    }
    yield { ...head, choices: [{ ...others, index, delta: {}, finish_reason }], ...noUsage };
  }
  if (includeUsage && usage !== undefined) yield { ...head, choices: [], usage };
}

function* deltasOf(
  message: ChatCompletion["choices"][number]["message"],
  cut: Cut,
): Generator<ChatCompletionDelta, void> {
  const { role, content, tool_calls: calls, ...others } = message;
  yield { role, content: content == null ? null : "" };
  for (const [name, value] of Object.entries({ ...others, content })) {
    if (typeof value === "string") for (const piece of cut(value)) yield { [name]: piece };
    else if (name !== "content") yield { [name]: value };
  }
  // The first piece of a call has its id, its type and its name; the others add to the arguments.
  for (const [index, call] of (calls ?? []).entries()) {
    const isFunction = call.type === "function" && call.function !== undefined;
    yield { tool_calls: [{ index, ...call, ...(isFunction && { function: { ...call.function, arguments: "" } }) }] };
    const pieces = isFunction ? cut(call.function.arguments) : [];
    for (const piece of pieces) yield { tool_calls: [{ index, function: { arguments: piece } }] };
  }
}
