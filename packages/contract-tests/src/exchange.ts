import type { StreamReading } from "./stream-reading.js";
import type { WireFailure, WireReply, WireRequest } from "./wire/wire.js";

/** Which kind of model a call wants: by the interface that has to reach it. */
export type ModelUse = "chat" | "messages" | "responses" | "bots";

/** What is known of the deployment when a call is written. */
export interface Facts {
  /** The model to call, or undefined where the model list has none for this use. */
  modelFor(use: ModelUse): string | undefined;
}

/** A call as its area writes it; the session adds the address and the key. */
export interface Call {
  /** Values for the path's placeholders. */
  path?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form in the body's media type `application/x-www-form-urlencoded`. */
  form?: Record<string, string>;
  /** The key that is sent; `wrong` is one that no deployment knows. */
  key?: "wrong";
  /** True where the key goes in `x-api-key` and not in `Authorization` (R5.2). */
  hasKeyInOwnHeader?: true;
}

/** Why a call can't be written. */
export interface CannotCall {
  because: string;
}

/** One call of the suite: several rules read what comes of it. */
export interface ExchangePlan {
  /** Its first segment is its area. */
  id: string;
  operationId: string;
  /** The call in a few words, to begin a sentence with. */
  says: string;
  /** True where the service answers with what was asked for, false where it has to refuse. */
  isValid: boolean;
  /** True where a correct service charges points for it. */
  isBilled?: true;
  /** True where the answer is an event stream. */
  isStreamed?: true;
  /** Another call that has to be answered first: where that one is not offered, this one is not made. */
  needs?: string;
  /** True where 404, 405 and 501 mean that the deployment does not offer it, which is no fault. */
  mayBeAbsent?: true;
  write(facts: Facts): Call | CannotCall;
}

/** A call that was made, and what came of it. */
export interface Exchange {
  plan: ExchangePlan;
  request: WireRequest;
  reply?: WireReply;
  failure?: WireFailure;
  /** The body as a judged event stream; read when it is first asked for. */
  stream(): StreamReading;
}

/** Why there is no exchange to judge. */
export interface Missing {
  outcome: "skip" | "blocked" | "disturbed";
  reason: string;
}
