import type { CallEndListener } from "../call/call-end.js";
import { ModelAccessError, OptionError } from "../errors/model-access-error.js";
import { keyHeaders } from "../options/check-options.js";
import { parsedOrText } from "../stream/json-fields.js";
import { type RequestCarrier, sendAttempt } from "./attempt.js";
import type { Redactor } from "./redact.js";

/** One attempt of a call, as middleware sees it: without the key. */
export interface AttemptRequest {
  /** Method and path, such as `POST /v1/chat/completions`. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The whole address, query included. */
  readonly url: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborts when the call is to end; a middleware that waits has to obey it. */
  readonly signal: AbortSignal | undefined;
  /** A copy of the headers; {@link setHeader} changes them. */
  readonly headers: Headers;
  /** The JSON that is sent, parsed; absent if something else is. */
  readonly body: unknown;
  /** Sets a header of this attempt. The key is not among them. */
  setHeader(name: string, value: string): void;
  /** Calls the listener when the call that this attempt belongs to has ended, its stream included. */
  onCallEnd(listener: CallEndListener): void;
}

/** The head of an attempt's answer. Refusals and retries are dealt with after the middleware. */
export interface AttemptResponse {
  /** The HTTP status. */
  readonly status: number;
  /** A copy of the headers. */
  readonly headers: Headers;
  /** Its `x-request-id`; name it when you report a fault to the operator. */
  readonly requestId: string | undefined;
}

/**
 * Runs around every attempt of every call. `next()` sends the attempt and gives the head of its answer, or throws the
 * error of an attempt without an answer. What a middleware throws ends the call as it is, without a retry.
 *
 * @example
 * const timing: Middleware = async (request, next) => {
 *   const started = performance.now();
 *   const { status } = await next();
 *   console.log(request.operation, status, performance.now() - started);
 * };
 */
export type Middleware = (request: AttemptRequest, next: () => Promise<AttemptResponse>) => Promise<unknown>;

interface Attempt {
  attempt: number;
  /** By names in lower case; without the key. */
  headers: Record<string, string>;
}

/** Runs an attempt through the middleware, the first outermost. An attempt is sent once, and its failure can't be hidden. */
export async function runMiddleware(request: RequestCarrier, { attempt, ...given }: Attempt): Promise<Response> {
  const { call, method, url } = request;
  const { client, operation, redactor, signal } = call;
  const headers = { ...given.headers };
  let body: unknown;
  let answer: Promise<Response> | undefined;

  const seen: AttemptRequest = {
    operation,
    method,
    url: redactor.text(url),
    attempt,
    signal,
    headers: redactedHeaders(Object.entries(headers), redactor),
    get body() {
      const { body: sent } = request.init;
      if (typeof sent === "string") body ??= parsedOrText(redactor.text(sent));
      return body;
    },
    onCallEnd: (listener) => call.onEnd(listener),
    setHeader(name, value) {
      const header = name.toLowerCase();
      if (keyHeaders.includes(header)) {
        throw new OptionError("apiKey", "Middleware can't set the key; pass apiKey to the client or the call.");
      }
      headers[header] = value;
    },
  };

  async function run(index: number): Promise<AttemptResponse> {
    const layer = client.middleware[index];
    if (layer === undefined) {
      answer ??= sendAttempt(request, headers);
      return readHead(await answer, redactor);
    }
    let inner: Promise<AttemptResponse> | undefined;
    await layer(seen, () => {
      if (inner === undefined) {
        inner = run(index + 1);
        // A middleware that fails meanwhile has nobody to take what it fails with.
        inner.catch(() => {});
      }
      return inner;
    });
    if (inner === undefined) {
      throw new ModelAccessError(`A middleware of ${operation} did not call next(); await it once, or throw`);
    }
    return inner;
  }

  try {
    await run(0);
  } catch (error) {
    // Nobody will read an answer that a middleware threw away.
    answer?.then(({ body }) => body?.cancel()).catch(() => {});
    throw error;
  }
  // The innermost layer has set it.
  return answer as Promise<Response>;
}

function readHead(answer: Response, redactor: Redactor): AttemptResponse {
  const { status } = answer;
  const headers = redactedHeaders(answer.headers, redactor);
  return { status, headers, requestId: headers.get("x-request-id") ?? undefined };
}

function redactedHeaders(headers: Iterable<[string, string]>, redactor: Redactor): Headers {
  return new Headers([...headers].map(([name, value]) => [name, redactor.text(value)]));
}
