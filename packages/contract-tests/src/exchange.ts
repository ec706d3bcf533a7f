import type { StreamReading } from "./reading/stream-reading.js";
import type { Topic } from "./topic.js";
import type { WireFailure, WireReply, WireRequest } from "./wire/wire.js";

/** The kind of model that a call needs, by the interface that has to reach it. */
export type ModelUse = "chat" | "messages" | "responses" | "bots";

/** The names that a caller may give beside the keys. */
export interface GivenNames {
  /** A bot that its owner has not made public. */
  privateBot?: string;
  /** The bot that makes apps. */
  appBot?: string;
  /** A model of another provider than the messages interface's. */
  foreignModel?: string;
}

/** The facts about the deployment that are known when a call is written. */
export interface Facts {
  /** The model to call, or undefined where the model list has none for this use. */
  modelFor(use: ModelUse): string | undefined;
  /**
   * The model of another provider that has what a call takes, where the list has one and the caller has named none: the
   * cheapest of each, by the number of the provider in the order of prices, from 1; the last one if there are fewer. For
   * messages, which reach one provider only, it is another model.
   */
  otherModel(use: ModelUse, about: { provider: number; feature?: string }): string | undefined;
  modelList: unknown;
  /** The answer to a call that this one needs; undefined where none came. */
  replyTo(id: string): WireReply | undefined;
  given: GivenNames;
  /** True where long waits are allowed, as they are with `--allow burst`. */
  mayWait: boolean;
  videoWaitMs: number;
  /** True where the deployment is on this machine, so that what is sent stays here. */
  isLocal: boolean;
}

/** The keys that calls are sent with: the caller's own, keys of other kinds that the caller may give, and made-up ones. */
export type KeyName =
  | "own"
  | "noPermission"
  | "noPoints"
  | "revoked"
  | "lowLimit"
  | "sameAccount"
  | "wrong"
  | "nearly-right"
  | "other-case"
  | "longer"
  | "shorter"
  | "headless"
  | "empty"
  | "none";

/** The place of a key in a request; without one, `Authorization: Bearer`. */
export type KeyPlace = "own-header" | "lower-case-scheme" | "basic-scheme" | "bare" | "query";

/** A call as its area writes it; the session adds the address and the key. */
export interface Call {
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** Sent as a form in the body's media type `application/x-www-form-urlencoded`. */
  form?: Record<string, string>;
  key?: KeyName;
  keyPlace?: KeyPlace;
  /** Another operation than the plan's, where the deployment has the same under another path. */
  operationId?: string;
  /** Another method or path than the operation's, for what no operation has. */
  method?: string;
  target?: string;
  /** A whole address in place of the deployment's, as an answer told it. */
  url?: string;
  afterMs?: number;
}

export interface CannotCall {
  because: string;
  /** The thing that the caller could give so that it can be, in a few words. */
  needs?: string;
  /** True where there is no reason to make it, which leaves nothing unjudged. */
  isNeedless?: true;
}

/** The conditions on which a call is made more than once. */
export interface Repeat {
  atMost: number;
  /** The run makes no more calls for its sake once it has made so many in all, those that it may still bill included. */
  atMostInRun?: number;
  /** Times the number of the call, up to `longestWaitMs`. */
  waitMs?: number;
  longestWaitMs?: number;
  /** The longest sum of all waits: by their own lengths, so that a busy machine changes nothing. */
  mostWaitMs?(facts: Facts): number;
  until(reply: WireReply, facts: Facts, earlier: WireReply[]): boolean;
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
  isStreamed?: true;
  /**
   * Calls with a higher number are made later; 0 without it. What is above 0 is made as long as the run may make one more,
   * and bill it where it is billed.
   */
  priority?: number;
  /** Another call that is made at the same time. */
  besides?: string;
  /** Calls that have to be made first: where one of them is not offered, this one is not made. */
  needs?: string[];
  /** The permission that it takes, because it is many calls or a dear one. */
  allow?: "burst" | "dear";
  /** True where a 429 or 503 is an answer like another, and not a reason to wait and ask again. */
  takesRefusal?: true;
  /** Sent again until this holds, at most so many times in all. */
  repeat?: Repeat;
  /** The subject of the rule on how it is answered, where that does not follow from what is asked. */
  topic?: Topic;
  /** Smaller bodies of the same fault, smallest change first: one of them may show it as well. */
  smaller?(body: unknown): unknown[];
  /** The ids of the calls that it is made again for: a plain one, and the stream of the same question. */
  repeats?: Record<"plain" | "streamed", string>;
  /** A plainer body to send where this one is refused, so that what every answer has to keep can be judged all the same. */
  plainer?(body: unknown): unknown;
  /** The same body for the first model, where this one is for another and is refused: undefined where it is not. */
  forFirstModel?(body: unknown, facts: Facts): unknown;
  /** True where 404, 405 and 501 mean that the deployment does not offer it, which is no fault. */
  mayBeAbsent?: true;
  /** A free call of no model, or of another, that has to be answered so too: a 404 may be about the model that was asked. */
  confirmAbsent?(facts: Facts): Call | CannotCall;
  write(facts: Facts): Call | CannotCall;
}

export interface Exchange {
  /** The id of its last request: the journal's. */
  id: string;
  plan: ExchangePlan;
  request: WireRequest;
  /** The last answer; the others, where it was sent more than once, are in `earlier`. */
  reply?: WireReply;
  failure?: WireFailure;
  /** True where a second request was answered like this one, as what the deployment does not have; though it should. */
  isAbsent?: true;
  /** The same call as it was first made and refused, where this is the answer to a plainer one. */
  refused?: Exchange;
  /** The same call of another model, which was refused, where this is the answer of the first model. */
  refusedModel?: Exchange;
  earlier: WireReply[];
  /** Every answer of all its requests in their order, those included after which it was asked again. */
  attempts?: WireReply[];
  /** The number of times that no answer came in time, the last time included. */
  timeOuts: number;
  /** The time of the first request, by the clock of `performance.now()`. */
  beganAt: number;
  /** From the first request to the end of the last answer. */
  tookMs: number;
  requestMs?: number;
  /** The body as a judged event stream; read when it is first asked for. */
  stream(): StreamReading;
}

/** The reason why there is no exchange to judge. */
export interface Missing {
  outcome: "skip" | "blocked" | "inconclusive";
  reason: string;
  needs?: string;
  notRun?: true;
  isAbsent?: true;
  /** True where nothing called for it, which is in nobody's way. */
  isNeedless?: true;
}
