import { type AbortLink, linkSignals } from "./abort-link.js";
import type { ApiKey } from "./api-key.js";
import type { Engine } from "./engine.js";
import { connectionFailure } from "./errors/connection-failure.js";
import { ModelAccessError } from "./errors/model-access-error.js";
import { responseFormatError } from "./errors/response-format-error.js";
import { statusErrorOf } from "./errors/status-error-of.js";
import { Exchange } from "./exchange.js";
import { isMediaType, mediaTypeOf } from "./media-type.js";
import type { RequestCarrier } from "./request-carrier.js";
import { parsedOrText, startOf } from "./response-body.js";

/** What a call takes beside its body. */
export interface CallOptions {
  /** Ends the call, and the stream that came of it, with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** A key for this call alone. */
  apiKey?: ApiKey | undefined;
}

/** What every call adds to the arguments of its openapi-fetch method. */
type CallInit<ParseAs> = {
  parseAs: ParseAs;
  signal: AbortSignal | null;
  fetch: (request: Request) => Promise<Response>;
};

/** The openapi-fetch call of one operation. */
export type Start<ParseAs, Data> = (init: CallInit<ParseAs>) => Promise<{ data?: Data }>;

interface CallArguments<ParseAs, Data> {
  engine: Engine;
  options: CallOptions;
  parseAs: ParseAs;
  /** The media type that is asked for and can be read. */
  accept: string;
  start: Start<ParseAs, Data>;
}

/** A success, and the link that has to be released when its body is read. */
export interface Answer<Data> {
  exchange: Exchange;
  /** Absent when the body is empty. */
  data: Data | undefined;
  link: AbortLink;
}

/** Makes one call. Everything that is not a success in the right media type becomes a thrown, typed error here. */
export async function call<ParseAs extends "text" | "stream", Data>(
  args: CallArguments<ParseAs, Data>,
): Promise<Answer<Data>> {
  const { engine, options, parseAs, accept, start } = args;
  const link = linkSignals(engine.signal, options.signal);
  let exchange: Exchange | undefined;

  async function fetch(request: Request): Promise<Response> {
    // The client's openapi-fetch makes carriers; only its types say Request.
    const carrier = request as unknown as RequestCarrier;
    carrier.headers.set("Accept", accept);
    const response = await engine.send(carrier, options.apiKey);
    exchange = new Exchange(carrier, response, engine);
    if (!response.ok) throw statusErrorOf({ exchange, body: parsedOrText(await response.text()) });
    if (!isMediaType(response, accept)) {
      throw responseFormatError({
        exchange,
        what: `came as ${mediaTypeOf(response)} where ${accept} was asked for`,
        text: await startOf(response),
      });
    }
    return response;
  }

  try {
    const { data } = await start({ parseAs, signal: link.signal ?? null, fetch });
    // A success came through `fetch` above, which has set it.
    return { exchange: exchange as Exchange, data, link };
  } catch (cause) {
    link.release();
    // Without an answer it is typed already, or it is the caller's own: a body that is no JSON, a key function that failed.
    if (cause instanceof ModelAccessError || exchange === undefined) throw cause;
    const { operation, keyring } = exchange;
    throw connectionFailure({
      operation,
      keyring,
      exchange,
      what: "lost its connection while the answer came",
      cause,
      signal: link.signal,
    });
  }
}
