import {
  APICallError,
  type JSONObject,
  type LanguageModelV4Usage,
  type SharedV4ProviderMetadata,
} from "@ai-sdk/provider";
import {
  AbortError,
  type CallEnd,
  ConnectionError,
  ModelAccessError,
  OptionError,
  StatusError,
} from "@model-access/sdk";
import type { TokenCounts } from "@model-access/sdk/points";
import { readNumber, readObject } from "./read-json.js";

/** Settings of every kind of model, besides the resource that it calls. */
export interface ModelSettings {
  /** The base URL of the service, which errors name. */
  baseURL?: string | undefined;
  /** Returns the points of a call, from the tokens that the reply reported. */
  computePoints?: ((counts: TokenCounts) => number | "unknown") | undefined;
}

interface ModelCallArguments {
  settings: ModelSettings;
  modelId: string;
  path: string;
  abortSignal?: AbortSignal | undefined;
  headers?: Record<string, string | undefined> | undefined;
}

/** One call of a model. */
export type ModelCall = ReturnType<typeof createModelCall>;

/** Starts a call, which the SDK reports the end of. */
export function createModelCall({ settings, modelId, path, abortSignal, headers }: ModelCallArguments) {
  let end: CallEnd | undefined;
  const url = `${settings.baseURL ?? ""}${path}`;

  return {
    url,
    /** The options of the SDK's call. Its retries are off, because `ai` makes them. */
    options: {
      signal: abortSignal,
      headers,
      maxRetries: 0,
      onCallEnd: (ended: CallEnd) => {
        end = ended;
      },
    },
    /** Returns the error of `ai` for an error of the SDK. */
    createError(error: unknown, body: unknown): unknown {
      // What the caller aborted fails with the caller's own reason, as with `fetch`.
      if (error instanceof AbortError && abortSignal?.aborted) return abortSignal.reason;
      return createCallError(error, { url, body });
    },
    /** Returns the facts about a call that has ended, as `providerMetadata` has it. */
    metadata(more: { model?: string | undefined } & JSONObject): SharedV4ProviderMetadata {
      // A spend guard on the client has computed them already.
      const points = end?.points ?? settings.computePoints?.({ model: modelId, ...end?.usage });
      return {
        modelAccess: withoutUndefined({
          requestId: end?.requestId,
          attempts: end?.attempts,
          mayHaveBeenProcessed: end?.mayHaveBeenProcessed,
          computedPoints: typeof points === "number" ? points : undefined,
          ...more,
        }),
      };
    },
    /** Returns the tokens that the reply reported. */
    usage: (raw: unknown) => createUsage(end?.usage, raw),
  };
}

/** Leaves out members that are undefined, which JSON can't express. */
export function withoutUndefined(fields: { [name: string]: JSONObject[string] | undefined }): JSONObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function createUsage(counts: CallEnd["usage"] = {}, raw: unknown): LanguageModelV4Usage {
  const {
    inputTokens: noCache,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    outputTokens: total,
  } = counts;
  // Each interface has its own name for the same member.
  const { completion_tokens_details, output_tokens_details } = readObject(raw);
  const details = readObject(completion_tokens_details ?? output_tokens_details);
  const reasoning = readNumber(details.reasoning_tokens) ?? readNumber(details.thinking_tokens);
  return {
    inputTokens: {
      total: noCache === undefined ? undefined : noCache + (cacheRead ?? 0) + (cacheWrite ?? 0),
      noCache,
      cacheRead,
      cacheWrite,
    },
    outputTokens: {
      total,
      text: total === undefined || reasoning === undefined ? total : total - reasoning,
      reasoning,
    },
    // It came as JSON.
    ...(raw == null ? {} : { raw: readObject(raw) as JSONObject }),
  };
}

/** Longest `Retry-After` that is retried. A longer one fails the call immediately, as in the SDK; `ai` would retry too early. */
const maxRetryAfterMs = 60_000;

/**
 * Converts an error of the SDK to the error that `ai` knows, with the original as `cause`. An `OptionError` is not
 * converted, because no call was made.
 */
function createCallError(error: unknown, { url, body }: { url: string; body: unknown }): unknown {
  if (!(error instanceof ModelAccessError) || error instanceof OptionError) return error;
  const { message, status, requestId, body: data, retryAfterMs, excerpt = data } = error as ErrorDetails;
  return new APICallError({
    message,
    url,
    requestBodyValues: body,
    // `ai` waits as long as the second says.
    responseHeaders: withoutUndefined({
      "x-request-id": requestId,
      "retry-after-ms": retryAfterMs === undefined ? undefined : String(retryAfterMs),
    }) as Record<string, string>,
    // Undefined, where there was no answer; the options of `ai` are declared without it.
    statusCode: status as number,
    responseBody: (typeof excerpt === "object" ? JSON.stringify(excerpt) : excerpt) as string,
    isRetryable: isRetryable(error),
    data,
    cause: error,
  });
}

/** The members that some of the SDK's errors have. */
type ErrorDetails = ModelAccessError & { body?: JSONObject; retryAfterMs?: number; excerpt?: string | JSONObject };

/** Tells if the SDK would retry the call: R7.10, and calls that never reached the service. */
function isRetryable(error: ModelAccessError): boolean {
  if (error instanceof ConnectionError) return error.reason === "connect";
  if (!(error instanceof StatusError) || (error.retryAfterMs ?? 0) > maxRetryAfterMs) return false;
  return [429, 500, 503].includes(error.status);
}
