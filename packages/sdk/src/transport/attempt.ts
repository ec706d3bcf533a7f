import { type Exchange, processedBy } from "../call/exchange.js";
import { untilAbort } from "../call/until-abort.js";
import type { Deadlines } from "../deadlines/deadlines.js";
import { abortError, connectionFailure, isConnectFailure } from "../errors/connection-failure.js";
import { OptionError } from "../errors/model-access-error.js";
import { isServer } from "../options/environment.js";
import { version } from "../version.js";
import type { ApiKey, Keyring } from "./keyring.js";
import { type Middleware, runMiddleware } from "./middleware.js";
import type { OutgoingRequest } from "./outgoing-request.js";

/** A `fetch`: the platform's, another implementation of it, or a stub. It has to obey `init.signal`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface AttemptArguments {
  request: OutgoingRequest;
  exchange: Exchange;
  /** 1 for the first. */
  attempt: number;
  /** The call's own key. */
  apiKey: ApiKey | undefined;
  /** Told when key and middleware are through and the request goes out. */
  deadlines: Deadlines | undefined;
}

/** Sends a request once and gives its answer, whatever the status. */
export type MakeAttempt = (args: AttemptArguments) => Promise<Response>;

interface AttemptMakerArguments {
  root: string;
  fetch: Fetch;
  keyring: Keyring;
  middleware: readonly Middleware[];
}

/** The one place where something is sent: with the key, through the middleware, and with a type for what goes wrong. */
export function createAttemptMaker({ root, fetch, keyring, middleware }: AttemptMakerArguments): MakeAttempt {
  // A web page would have to ask the service for leave to send it, so only servers say who they are.
  const userAgent = isServer() ? `model-access-sdk/${version}` : undefined;

  async function makeAttempt({ request, exchange, apiKey, deadlines }: AttemptArguments, headers = request.headers) {
    const { url, method, body, signal } = request;
    const earlier = exchange.mayHaveBeenProcessed;
    const given = keyring.resolve(apiKey);
    const key = given instanceof Promise ? await untilAbort(given, signal) : given;
    if (signal?.aborted) throw abortError(exchange.operation, signal, earlier);
    const sent = { ...headers };
    if (userAgent !== undefined) sent["user-agent"] = userAgent;
    if (key !== undefined) sent.authorization = `Bearer ${key}`;
    // The key and the prompt go to the address that was configured and to no other, so no redirect is followed.
    const init: RequestInit = { ...request.init, method, headers: sent, redirect: "manual" };
    if (body !== undefined) init.body = body;
    if (signal) init.signal = signal;

    exchange.answer = undefined;
    deadlines?.enter("headers");
    let answer: Response;
    try {
      // What is known as long as no answer came, for a deadline that passes meanwhile.
      exchange.mayHaveBeenProcessed = "maybe";
      answer = await fetch(url, init);
    } catch (cause) {
      const headerError = headerErrorOf(exchange.operation, sent);
      if (headerError !== undefined || isConnectFailure(cause)) exchange.mayHaveBeenProcessed = earlier;
      throw headerError ?? connectionFailure({ exchange, what: `got no answer from ${root}`, cause, signal });
    }
    if (!isWebResponse(answer)) {
      const message = "fetch gave no web Response; pass one that does, such as the platform's or undici's.";
      throw new OptionError("fetch", message, exchange.details);
    }
    const processed = processedBy(answer);
    exchange.answer = answer;
    exchange.mayHaveBeenProcessed = processed === "no" ? earlier : processed;
    return answer;
  }

  if (middleware.length === 0) return makeAttempt;
  return (args) => runMiddleware({ ...args, middleware, send: (headers) => makeAttempt(args, headers) });
}

/** Whether an answer is what its type says: some clients that look like `fetch` give the streams of Node. */
function isWebResponse(answer: Response | undefined): boolean {
  return answer?.headers?.get !== undefined && (answer.body == null || "getReader" in answer.body);
}

/** The error for a header because of which `fetch` sent nothing. */
function headerErrorOf(operation: string, headers: Record<string, string>): OptionError | undefined {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      return new OptionError(
        name,
        `${operation} was not sent, because no header can carry its ${JSON.stringify(name)}.`,
      );
    }
  }
  return undefined;
}
