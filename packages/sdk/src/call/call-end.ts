import type { Processed } from "../errors/model-access-error.js";
import { isFields, withValues } from "../stream/json-fields.js";

/** The tokens of a call, in the words of `TokenCounts`. What a reply does not report is absent. */
export interface CallUsage {
  /** Input tokens that are in no cache. */
  inputTokens?: number;
  /** Tokens of the reply. */
  outputTokens?: number;
  /** Input tokens read from the prompt cache. */
  cacheReadTokens?: number;
  /** Input tokens written to the prompt cache. */
  cacheWriteTokens?: number;
}

/** Tells how a call ended. Given once for every call, streams included, when the last byte was read, left or lost. */
export interface CallEnd {
  /** Method and path, such as `POST /v1/chat/completions`. */
  operation: string;
  /** The model or bot that was asked; absent if the request names none. */
  model: string | undefined;
  /**
   * `complete`: the whole reply was read. `truncated`: it broke or ended before its end. `failed`: refused, no answer,
   * an answer that can't be read, or an error event. `cancelled`: a signal ended it, or the stream was left.
   */
  outcome: "complete" | "truncated" | "failed" | "cancelled";
  /** The error that the caller got; absent after a success. */
  error: unknown;
  /** The tokens that the reply reported; absent if it reported none. */
  usage: CallUsage | undefined;
  /** The cost of the call in points, if a spend guard or another middleware knows the prices. */
  points: number | undefined;
  /** Says if the service may have carried out the call and charged for it. */
  mayHaveBeenProcessed: Processed;
  /** The HTTP status of the last answer; absent if none came. */
  status: number | undefined;
  /** The number of attempts that were sent. */
  attempts: number;
  /** From the start of the call to its end, in milliseconds. */
  durationMs: number;
  /** From the start of the call to the first content of a stream, in milliseconds; absent otherwise. */
  firstContentMs: number | undefined;
  /** The `x-request-id` of the last answer. */
  requestId: string | undefined;
}

/**
 * Is told of the end of a call. A number that a listener of middleware returns is what the call cost, and those after it see
 * it; what other listeners return counts for nothing. What it throws is logged.
 */
export type CallEndListener = (end: CallEnd) => unknown;

/** Reads the tokens that a reply reports, in any of its interfaces. What comes over the wire is judged, not trusted. */
export function readUsage(reply: unknown): CallUsage | undefined {
  const usage = isFields(reply) ? reply.usage : undefined;
  if (!isFields(usage)) return undefined;
  const given = usage.prompt_tokens_details ?? usage.input_tokens_details;
  // Where there are details the input is counted with what is in a cache; the messages interface counts that beside it.
  const details = isFields(given) ? given : {};
  const read = readCount(details.cached_tokens);
  const written = readCount(details.cache_write_tokens);
  const input = readCount(usage.prompt_tokens) ?? readCount(usage.input_tokens);
  const counts = {
    inputTokens: input === undefined ? undefined : Math.max(0, input - (read ?? 0) - (written ?? 0)),
    outputTokens: readCount(usage.completion_tokens) ?? readCount(usage.output_tokens),
    cacheReadTokens: read ?? readCount(usage.cache_read_input_tokens),
    cacheWriteTokens: written ?? readCount(usage.cache_creation_input_tokens),
  };
  const known = withValues(counts);
  return Object.keys(known).length === 0 ? undefined : known;
}

function readCount(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value < Infinity ? value : undefined;
}
