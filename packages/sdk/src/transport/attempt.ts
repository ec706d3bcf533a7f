import { toWebResponse } from "../call/answer.js";
import type { Call } from "../call/call.js";
import { abortError, connectionFailure, isConnectFailure } from "../errors/connection-failure.js";
import { OptionError } from "../errors/model-access-error.js";
import { keyHeaders, requireSendable } from "../options/check-options.js";
import { isServer } from "../options/environment.js";
import { version } from "../version.js";

type CarriedInit = RequestInit & { method: string; headers: Headers };

/**
 * Carries what openapi-fetch makes of a call as plain data. It replaces the WHATWG `Request`, which would cost more
 * than the rest of the call, leave listeners on a shared signal, and be refused by a `fetch` that is not the platform's
 * own.
 */
export class RequestCarrier {
  declare readonly url: string;
  declare readonly init: CarriedInit;
  // openapi-fetch and its middleware look for what is in the init on the request itself.
  declare readonly method: string;
  declare readonly headers: Headers;
  /** The call that openapi-fetch was given the request for. */
  declare readonly call: Call;

  constructor(url: string, { call, ...init }: CarriedInit & { call: Call }) {
    Object.assign(this, init, { url, init });
    // Not to be printed with the request.
    Object.defineProperty(this, "call", { value: call });
    call.request = this;
  }
}

/** A `fetch`: the platform's, another implementation of it, or a stub. It has to obey `init.signal`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends a request once, with the key, and returns its answer with any status. Failures get their type here. */
export async function sendAttempt(request: RequestCarrier, headers: Record<string, string>): Promise<Response> {
  const { call } = request;
  const { client, deadlines, signal, mayHaveBeenProcessed: earlier } = call;
  const { fetch, keyring, root } = client;
  // A key function may never answer.
  deadlines.enter("headers");
  const { apiKey, keyHeader } = call.settings();
  const given = keyring.resolve(apiKey);
  // A key that is known is used without a wait.
  const key = given instanceof Promise ? await call.orAborted(given) : given;
  if (signal.aborted) throw abortError(call);
  // Every attempt makes its own, so that the key is nowhere but there.
  const sent = { ...headers };
  // In a web page this header would need a preflight, so only servers send it.
  if (isServer()) sent["user-agent"] ??= `model-access-sdk/${version}`;
  if (key !== undefined) {
    for (const name of keyHeaders) delete sent[name];
    call.addKey(key);
    sent[keyHeader] = keyHeader === "authorization" ? `Bearer ${key}` : key;
  }
  // The key and the prompt go to the address that was configured and to no other, so no redirect is followed.
  const init: RequestInit = { ...request.init, headers: sent, redirect: "manual", signal };

  call.answer = undefined;
  call.attempts += 1;
  deadlines.enter("headers");
  // What is known as long as no answer came, for a deadline that passes meanwhile.
  call.mayHaveBeenProcessed = "maybe";
  let response: Response;
  try {
    response = await fetch(request.url, init);
  } catch (cause) {
    requireSendable(call.operation, sent);
    if (isConnectFailure(cause)) call.mayHaveBeenProcessed = earlier;
    throw connectionFailure(call, { what: `got no answer from ${root}`, cause });
  }
  const answer = toWebResponse(response);
  if (answer === undefined) {
    const message = "fetch gave no web Response; pass one that does, such as the platform's.";
    throw new OptionError("fetch", message, call.details);
  }
  const { ok, status } = answer;
  call.answer = answer;
  if (ok) call.mayHaveBeenProcessed = "yes";
  // A fault inside the service, or a proxy that gave up on it, may come after the work was done; other refusals say no.
  else if (status < 500 && status !== 408) call.mayHaveBeenProcessed = earlier;
  return answer;
}
