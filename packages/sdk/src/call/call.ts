import { createDeadlines, type Deadlines } from "../deadlines/deadlines.js";
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

/** What is to be called, and how. */
export interface CallArguments {
  engine: Engine;
  options: CallOptions;
  /** The media type that is asked for and can be read. */
  accept: string;
  /** Makes the request, by a method of `engine.operations`. */
  request: () => OutgoingRequest;
  /** Given the link of the call before anything is sent, to end it with. */
  onLink?: ((link: AbortLink) => void) | undefined;
}

/** A success whose body is still to be read. Whoever reads it ends the deadlines and releases the link after. */
export interface Answer {
  exchange: Exchange;
  link: AbortLink;
  deadlines: Deadlines;
  maxEventBytes: number;
}

/** Makes one call. Everything that is not a success in the right media type becomes a thrown, typed error here. */
export async function call({ engine, options, accept, request: makeRequest, onLink }: CallArguments): Promise<Answer> {
  const { apiKey, retries, timeouts } = resolveCallOptions(engine, options);
  const { clock, deadlineClock, log, maxEventBytes } = engine;
  const link = engine.linkSignals(engine.signal, options.signal);
  onLink?.(link);
  const { signal } = link;
  let exchange: Exchange | undefined;
  const deadlines = createDeadlines({
    clock: deadlineClock,
    timeouts,
    onExpire: (phase, timeoutMs) => link.abort(timeoutError({ exchange, phase, timeoutMs, signal })),
  });

  try {
    const request = makeRequest();
    request.headers.accept = accept;
    request.signal = signal;
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
    return { exchange, link, deadlines, maxEventBytes };
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
