import type {
  ResponseOutputItem,
  ResponseRequest,
  ResponseResource,
  ResponseText,
  ResponseTool,
  ResponseUsage,
} from "@model-access/contract";
import { isCutShort, type Reply, type ReplyUsage } from "../conversation/reply.js";
import { reasoningOf } from "./read-conversation.js";

/** A response that has begun: all members of the resource, with what the request left out filled in. */
export function beginResource(
  request: ResponseRequest,
  { id, createdAt }: { id: string; createdAt: number },
): ResponseResource {
  return {
    id,
    object: "response",
    created_at: createdAt,
    completed_at: null,
    status: "in_progress",
    incomplete_details: null,
    model: request.model,
    previous_response_id: request.previous_response_id ?? null,
    instructions: request.instructions ?? null,
    output: [],
    error: null,
    tools: (request.tools ?? []).map(filledTool),
    tool_choice: request.tool_choice ?? "auto",
    truncation: request.truncation ?? "disabled",
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    text: filledText(request.text),
    top_p: request.top_p ?? 1,
    presence_penalty: request.presence_penalty ?? 0,
    frequency_penalty: request.frequency_penalty ?? 0,
    top_logprobs: request.top_logprobs ?? 0,
    temperature: request.temperature ?? 1,
    reasoning: reasoningOf(request),
    usage: null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    store: isKept(request),
    background: false,
    service_tier: "default",
    metadata: request.metadata ?? {},
    safety_identifier: request.safety_identifier ?? null,
    prompt_cache_key: request.prompt_cache_key ?? null,
  };
}

/** A whole response as it began. */
export function beginAgain(whole: ResponseResource): ResponseResource {
  const unfinished = { completed_at: null, incomplete_details: null, error: null, usage: null };
  return {
    ...whole,
    ...unfinished,
    status: "in_progress",
    output: [],
    ...("output_text" in whole && { output_text: "" }),
  };
}

/** The same response at its end. */
export function endResource(
  begun: ResponseResource,
  { reply, output, endedAt }: { reply: Reply; output: ResponseOutputItem[]; endedAt: number },
): ResponseResource {
  const isIncomplete = isCutShort(reply.finish);
  const reason = reply.finish.reason === "length" ? "max_output_tokens" : "content_filter";
  return {
    ...begun,
    completed_at: isIncomplete ? null : endedAt,
    status: isIncomplete ? "incomplete" : "completed",
    incomplete_details: isIncomplete ? { reason } : null,
    output,
    output_text: reply.text.join(""),
    usage: writeUsage(reply.usage),
  };
}

/** True where a response is kept, to continue from it; it is unless the request says no. */
export const isKept = ({ store }: ResponseRequest) => store !== false;

function filledTool(tool: ResponseTool): ResponseTool {
  if (tool.type !== "function") return tool;
  const { type, name, description, parameters, strict } = tool;
  return { type, name, description: description ?? null, parameters: parameters ?? null, strict: strict ?? true };
}

function filledText(text: ResponseRequest["text"]): ResponseText {
  const format = text?.format ?? { type: "text" };
  const verbosity = text?.verbosity ?? "medium";
  if (format.type !== "json_schema") return { format, verbosity };
  const { description, strict, ...rest } = format;
  return { format: { ...rest, description: description ?? null, strict: strict ?? false }, verbosity };
}

function writeUsage({ inputTokens, outputTokens, reasoningTokens }: ReplyUsage): ResponseUsage {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
