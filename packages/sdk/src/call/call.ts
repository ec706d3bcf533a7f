import { CallDeadlines, type Deadlines } from "../deadlines/deadlines.js";
import type { Engine } from "../engine.js";
import { AbortError, ModelAccessError } from "../errors/model-access-error.js";
import { readRefusal } from "../errors/read-refusal.js";
import { responseFormatError } from "../errors/response-format-error.js";
import { timeoutError } from "../errors/timeout-error.js";
import { type CallOptions, resolveCallOptions } from "../options/call-options.js";
import type { OutgoingRequest } from "../transport/outgoing-request.js";
import type { AbortLink } from "./abort-link.js";
import { Exchange } from "./exchange.js";
import { isMediaType, mediaTypeOf } from "./media-type.js";
import { readStart } from "./response-body.js";

/** What every call adds to the arguments of its operation. */
export type CallInit = {
  parseAs: "stream";
  signal: AbortSignal;
  fetch: (request: Request) => Promise<Response>;
};

/** Makes the request of one operation; a method of `engine.operations` does the rest. */
export type Start = (init: CallInit) => Promise<{ data?: ReadableStream<Uint8Array> | null | undefined }>;

/** What is to be called, and how. */
export interface CallArguments {
  engine: Engine;
  options: CallOptions;
  /** The media type that is asked for and can be read. */
  accept: string;
  start: Start;
  /** Ends the call when nobody waits for its answer any more. */
  leaving?: AbortSignal;
}

/** A success whose body is still to be read. Whoever reads it ends the deadlines and releases the link after. */
export interface Answer {
  exchange: Exchange;
  body: ReadableStream<Uint8Array>;
  link: AbortLink;
  deadlines: Deadlines;
  maxEventBytes: number;
}

/** Makes one call. Everything that is not a success in the right media type becomes a thrown, typed error here. */
export async function call({ engine, options, accept, start, leaving }: CallArguments): Promise<Answer> {
  const { apiKey, retries, timeouts } = resolveCallOptions(engine, options);
  const { clock, deadlineClock, log, maxEventBytes } = engine;
  const link = engine.linkSignals(engine.signal, options.signal, leaving);
  const { signal } = link;
  let exchange: Exchange | undefined;
  const deadlines = new CallDeadlines({
    clock: deadlineClock,
    timeouts,
    onExpire: (phase, timeoutMs) => link.abort(timeoutError({ exchange, phase, timeoutMs, signal })),
  });

  async function fetch(request: OutgoingRequest): Promise<Response> {
    request.headers.accept = accept;
    exchange = new Exchange(request, engine);
    const response = await engine.send(request, exchange, { apiKey, retries, deadlines });
    if (!response.ok) throw await readRefusal({ exchange, signal, nowMs: clock.date() });
    if (!isMediaType(response, accept)) {
      // It may be a proxy's.
      exchange.mayHaveBeenProcessed = "maybe";
      throw responseFormatError({
        exchange,
        what: `with ${mediaTypeOf(response)} where ${accept} was asked for`,
        text: await readStart(response, { signal }),
      });
    }
    return response;
  }

  try {
    // `engine.operations` makes plain requests; only its types, which are openapi-fetch's, say Request.
    const { data } = await start({ parseAs: "stream", signal, fetch: fetch as unknown as CallInit["fetch"] });
    // A success came through `fetch` above, which has set it.
    return { exchange: exchange as Exchange, body: data ?? new Blob().stream(), link, deadlines, maxEventBytes };
  } catch (error) {
    deadlines.end();
    link.release();
    // An abort is no failure, but what the caller wanted.
    if (error instanceof ModelAccessError && !(error instanceof AbortError)) {
      const { requestId, mayHaveBeenProcessed } = error;
      log.error?.(error.message, { requestId, mayHaveBeenProcessed });
    }
    // What has no type of ours is the caller's own: a body that is no JSON, a key function or middleware that failed.
    throw error;
  }
}
