import type { Attributes } from "@opentelemetry/api";
import type { CallEnd } from "../call/call-end.js";
import type { AttemptRequest } from "../transport/middleware.js";

/** A call that asks a model, in the words of the GenAI semantic conventions. */
export interface Inference {
  /** `gen_ai.operation.name`. */
  name: "chat" | "generate_content";
  model: string | undefined;
  members: Record<string, unknown>;
}

/** The members of a request's body that go into a span: numbers only. */
const numbers: Record<string, readonly string[]> = {
  "gen_ai.request.max_tokens": ["max_tokens", "max_completion_tokens", "max_output_tokens"],
  "gen_ai.request.temperature": ["temperature"],
  "gen_ai.request.top_p": ["top_p"],
  "gen_ai.request.top_k": ["top_k"],
  "gen_ai.request.seed": ["seed"],
};

/** Returns the attributes of a request to a model; undefined for any other request. */
export function readInference(request: AttemptRequest): Inference | undefined {
  const { operation } = request;
  // Nothing else is asked of a model, and the body is parsed for each look at it.
  if (!operation.startsWith("POST ")) return undefined;
  const members = readMembers(request.body);
  const bot = operation.match(/^POST \/bot\/(.+)$/)?.[1];
  const model = bot === undefined ? members.model : decodeURIComponent(bot);
  if (typeof model !== "string" && !operation.startsWith("POST /v1/videos")) return undefined;
  return {
    name: bot !== undefined || /\/(completions|messages|responses)$/.test(operation) ? "chat" : "generate_content",
    model: typeof model === "string" ? model : undefined,
    members,
  };
}

export function requestAttributes({ url }: AttemptRequest, { name, model, members }: Inference): Attributes {
  // A key that is a word of the address was taken out of it.
  const { hostname, port, protocol } = URL.canParse(url) ? new URL(url) : {};
  const attributes: Attributes = {
    "gen_ai.operation.name": name,
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "http:" ? 80 : 443),
  };
  if (model !== undefined) attributes["gen_ai.request.model"] = model;
  if (members.stream === true) attributes["gen_ai.request.stream"] = true;
  for (const [attribute, names] of Object.entries(numbers)) {
    const value = names.map((member) => members[member]).find((given) => typeof given === "number");
    // Only numbers were looked for.
    if (value !== undefined) attributes[attribute] = value as number;
  }
  return attributes;
}

export function endAttributes(end: CallEnd): Attributes {
  const { model, outcome, error, usage, status, attempts, firstContentMs, requestId } = end;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage ?? {};
  // Ours are those in no cache; the conventions count all of them.
  const allInputTokens =
    inputTokens === undefined ? undefined : inputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
  const attributes: Attributes = {};
  const known: Record<string, string | number | undefined> = {
    "gen_ai.request.model": model,
    "gen_ai.usage.input_tokens": allInputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    "gen_ai.usage.cache_read.input_tokens": cacheReadTokens,
    "gen_ai.usage.cache_write.input_tokens": cacheWriteTokens,
    "gen_ai.response.time_to_first_chunk": firstContentMs === undefined ? undefined : firstContentMs / 1000,
    "http.response.status_code": status,
    "http.request.resend_count": attempts > 1 ? attempts - 1 : undefined,
    "model_access.outcome": outcome === "complete" ? undefined : outcome,
    "error.type": outcome === "failed" || outcome === "truncated" ? readErrorType(error) : undefined,
  };
  for (const [attribute, value] of Object.entries(known)) if (value !== undefined) attributes[attribute] = value;
  if (requestId !== undefined) attributes["http.response.header.x-request-id"] = [requestId];
  return attributes;
}

/** The status of a refusal, as for HTTP; of any other error its name. */
export function readErrorType(error: unknown): string {
  const { name, status } = readMembers(error);
  if (typeof status === "number" && status >= 400) return String(status);
  return typeof name === "string" && name !== "" ? name : "_OTHER";
}

function readMembers(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
