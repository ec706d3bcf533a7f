import type { Call } from "../call/call.js";
import type { Client } from "../client.js";
import { abortError, connectionFailure, isConnectFailure } from "../errors/connection-failure.js";
import { OptionError, type Processed } from "../errors/model-access-error.js";
import { isServer } from "../options/environment.js";
import { requireSendable } from "../options/headers.js";
import type { RequestCarrier } from "../raw/request-carrier.js";
import { version } from "../version.js";
import { runMiddleware } from "./middleware.js";
import { webResponseOf } from "./web-response.js";

/** A `fetch`: the platform's, another implementation of it, or a stub. It has to obey `init.signal`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One attempt of a call. */
export interface Attempt {
  call: Call;
  request: RequestCarrier;
  /** By names in lower case; without the key. */
  headers: Record<string, string>;
  /** 1 for the first. */
  number: number;
}

/** Sends a request once, through the middleware, and gives its answer, whatever the status. */
export function makeAttempt(client: Client, attempt: Attempt): Promise<Response> {
  if (client.middleware.length === 0) return sendAttempt(client, attempt);
  return runMiddleware(client.middleware, attempt, (headers) => sendAttempt(client, { ...attempt, headers }));
}

/** The one place where something is sent: with the key, and with a type for what goes wrong. */
async function sendAttempt({ fetch, root }: Client, { call, request, headers }: Attempt): Promise<Response> {
  const { deadlines, signal } = call;
  const earlier = call.mayHaveBeenProcessed;
  // A key function may never answer.
  deadlines.enter("headers");
  const given = call.key();
  // Nobody waits who need not.
  const key = given instanceof Promise ? await given : given;
  if (signal.aborted) throw abortError(call);
  const sent = { ...headers };
  // A web page would have to ask the service for leave to send it, so only servers say who they are.
  if (isServer()) sent["user-agent"] ??= `model-access-sdk/${version}`;
  if (key !== undefined) {
    const { keyHeader } = call.settings;
    sent[keyHeader] = keyHeader === "authorization" ? `Bearer ${key}` : key;
  }
  const init = initOf(request, sent, signal);

  call.answer = undefined;
  call.attempts += 1;
  deadlines.enter("headers");
  let came: Response;
  try {
    // What is known as long as no answer came, for a deadline that passes meanwhile.
    call.mayHaveBeenProcessed = "maybe";
    came = await fetch(request.url, init);
  } catch (cause) {
    const wasSent = call.mayHaveBeenProcessed;
    call.mayHaveBeenProcessed = earlier;
    requireSendable(call.operation, sent);
    if (!isConnectFailure(cause)) call.mayHaveBeenProcessed = wasSent;
    throw connectionFailure({ call, what: `got no answer from ${root}`, cause });
  }
  const answer = webResponseOf(came);
  if (answer === undefined) {
    const message = "fetch gave no web Response; pass one that does, such as the platform's or undici's.";
    throw new OptionError("fetch", message, call.details);
  }
  const processed = processedBy(answer);
  call.answer = answer;
  call.mayHaveBeenProcessed = processed === "no" ? earlier : processed;
  return answer;
}

/** Every attempt makes its own, so that the key is nowhere but there. */
function initOf({ init, call }: RequestCarrier, headers: Record<string, string>, signal: AbortSignal): RequestInit {
  const { method, body } = init;
  // What else `fetch` is given, such as `credentials`, comes by the raw client alone, which asks for no media type.
  const sent: RequestInit = call.accept === undefined ? { ...init } : {};
  // The key and the prompt go to the address that was configured and to no other, so no redirect is followed.
  Object.assign(sent, { method, headers, redirect: "manual", signal });
  if (body != null) sent.body = body;
  return sent;
}

/** What an answer says about its request: refused, done, or nobody knows. */
function processedBy({ ok, status }: Response): Processed {
  if (ok) return "yes";
  // A fault inside the service, or a proxy that gave up on it, may come after the work was done.
  return status >= 500 || status === 408 ? "maybe" : "no";
}
