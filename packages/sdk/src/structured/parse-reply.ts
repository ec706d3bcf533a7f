import type * as Contract from "../generated/openapi.js";
import { check } from "../options/check-options.js";
import type { StreamedChatCompletion } from "../types.js";
import { requireSchema, type StandardSchema } from "./standard-schema.js";
import { StructuredOutputError } from "./structured-output-error.js";

/**
 * The value of a chat completion, whole or the `final()` of a stream, checked and typed by the schema. Throws a
 * `StructuredOutputError` that tells a refusal and a cut text from a text that does not fit.
 *
 * @example
 * const person = await parseChatCompletion(completion, Person);
 */
export async function parseChatCompletion<Output>(
  completion: Pick<StreamedChatCompletion, "choices">,
  schema: StandardSchema<Output>,
): Promise<Output> {
  requireReply("completion", completion?.choices?.at);
  const [choice] = completion.choices;
  const { content, refusal } = choice?.message ?? {};
  return parseWhole(schema, { text: content ?? "", refusal, ending: choice?.finish_reason });
}

/**
 * The value of a response, checked and typed by the schema. What a model says on the way (`phase: "commentary"`) is left
 * out. Throws like {@link parseChatCompletion}.
 */
export async function parseResponse<Output>(
  response: Pick<Contract.ResponseResource, "output" | "output_text" | "status" | "incomplete_details">,
  schema: StandardSchema<Output>,
): Promise<Output> {
  requireReply("response", response?.output?.at);
  const { output, output_text = "", status, incomplete_details } = response;
  const messages = output.filter((item) => item.type === "message");
  const parts = messages.flatMap((item) => (item.phase === "commentary" ? [] : (item.content ?? [])));
  const joined = parts.map((part) => (part.type === "output_text" ? part.text : "")).join("");
  const text = messages[0] ? joined : output_text;
  const refusal = parts.map((part) => (part.type === "refusal" ? part.refusal : "")).join("");
  const isFiltered = incomplete_details?.reason === "content_filter";
  return parseWhole(schema, { text, refusal, ending: isFiltered ? "content_filter" : status });
}

/** The value of a message, checked and typed by the schema. Throws like {@link parseChatCompletion}. */
export async function parseMessage<Output>(
  message: Pick<Contract.Message, "content" | "stop_reason">,
  schema: StandardSchema<Output>,
): Promise<Output> {
  requireReply("message", message?.content?.at);
  const { content, stop_reason } = message;
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return parseWhole(schema, { text, ending: stop_reason });
}

interface WholeReply {
  text: string;
  refusal?: string | null | undefined;
  /** The reason of its end, in the word of its interface. */
  ending: unknown;
}

const refusals: unknown[] = ["content_filter", "refusal"];
const cuts: unknown[] = ["length", "incomplete", "max_tokens", "model_context_window_exceeded"];

function parseWhole<Output>(schema: StandardSchema<Output>, { text, refusal, ending }: WholeReply): Promise<Output> {
  if (refusal || refusals.includes(ending)) throw new StructuredOutputError("refused", refusal || text);
  if (cuts.includes(ending)) throw new StructuredOutputError("truncated", text);
  return parseText(text, schema);
}

/**
 * The value in a JSON text, as the schema returns it. Throws a `StructuredOutputError` if the text is empty, is not JSON
 * or does not match the schema.
 */
export async function parseText<Output>(text: string, schema: StandardSchema<Output>): Promise<Output> {
  requireReply("text", text?.trim);
  requireSchema(schema);
  if (text.trim() === "") throw new StructuredOutputError("missing", text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StructuredOutputError("malformed", text);
  }
  const result = await schema["~standard"].validate(value);
  if (result.issues !== undefined) throw new StructuredOutputError("invalid", text, result.issues);
  return result.value;
}

/** Throws an `OptionError` unless the argument is a reply, or a text of one. */
function requireReply(name: "completion" | "response" | "message" | "text", isRight: unknown): void {
  check(name, isRight, "is no reply; await create().");
}
