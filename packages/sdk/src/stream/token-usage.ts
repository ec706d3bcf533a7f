import { type Fields, isFields } from "./json-fields.js";

/** The tokens of one call as its reply reports them; absent what it does not report. */
export interface TokenUsage {
  /** Input tokens that are in no cache. */
  inputTokens?: number;
  /** Tokens of the reply, reasoning included. */
  outputTokens?: number;
  /** Input tokens from the prompt cache, which are not among `inputTokens`. */
  cacheReadTokens?: number;
  /** Input tokens that were written to the prompt cache, which are not among `inputTokens` either. */
  cacheWriteTokens?: number;
}

/** Returns the usage of a reply with these counts, or nothing where none of them is a count. */
export function tokenUsageOf(counts: { [Name in keyof TokenUsage]: unknown }): TokenUsage | undefined {
  const usage: TokenUsage = {};
  for (const name of ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"] as const) {
    const count = counts[name];
    if (isCount(count)) usage[name] = count;
  }
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** Returns the count of the input tokens that are in no cache, where all input tokens are counted together. */
export function withoutCached(allInput: unknown, ...cached: unknown[]): unknown {
  let left = allInput;
  for (const count of cached) if (isCount(left) && isCount(count)) left = Math.max(0, left - count);
  return left;
}

/** Returns the object in a member, or an empty one. */
export function objectIn(value: object, name: string): Fields {
  const member = (value as Fields)[name];
  return isFields(member) ? member : {};
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
