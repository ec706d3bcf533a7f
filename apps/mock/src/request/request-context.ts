import type { Call, DisconnectSignal } from "../call.js";
import type { FileStore } from "../files/file-store.js";
import type { JournalEntry } from "../journal/journal.js";
import type { LatencyValues } from "../latency/latency.js";
import type { Entered } from "../session/sessions.js";
import { type GivenName, takeSessionNames } from "./session-name.js";

/** A request that has come in: what is known of it before its session is. */
export interface IncomingRequest {
  /** The request without the places that name its session. */
  readonly call: Call;
  /** Each place that names its session. */
  readonly sessionNames: readonly GivenName[];
  readonly disconnectSignal: DisconnectSignal;
  /** Its context, once its session is known. */
  context: RequestContext | undefined;
}

/**
 * One request on its way through the mock. It is made where the session of the request is known, completed on the way,
 * and passed on as it is, so that each step reads from one place what the steps before it found.
 */
export interface RequestContext extends Omit<IncomingRequest, "context">, Pick<Entered, "session" | "counted"> {
  /** The operation that it is for, once that is known. */
  operationId: string | undefined;
  /** The name of its key, not the key, once that is known. */
  keyName: string | undefined;
  /** The journal's entry for the request. `atMs` is the time it came, by the session's clock. */
  readonly entry: JournalEntry;
  /** The uploaded files of all sessions. */
  readonly files: FileStore;
  readonly seed: number;
  /** The key that asks; empty until it is checked. */
  key: string;
  /** The account that owns the key; empty until it is checked. */
  account: string;
  /** The speed of the answer. */
  latency: LatencyValues;
  /** The interface of the operation's streams; empty where it has none. */
  dialect: string;
  /** Adds a sentence about the request to the journal. */
  note(sentence: string): void;
}

/** Takes in a request, with its session taken off its path and its key. */
export function receiveRequest(received: Call, disconnectSignal: DisconnectSignal): IncomingRequest {
  const { call, names } = takeSessionNames(received);
  return { call, sessionNames: names, disconnectSignal, context: undefined };
}

/** Begins the context of a request, and its entry in the journal. */
export function enterSession(
  request: IncomingRequest,
  { session, number, counted }: Entered,
  { files, seed }: Pick<RequestContext, "files" | "seed">,
): RequestContext {
  const { call, sessionNames, disconnectSignal } = request;
  const entry = session.journal.begin(call, session.clock.now(), number);
  request.context = {
    call,
    sessionNames,
    disconnectSignal,
    session,
    ...(counted && { counted }),
    operationId: undefined,
    keyName: undefined,
    entry,
    files,
    seed,
    key: "",
    account: "",
    latency: session.latency,
    dialect: "",
    note: (sentence) => session.journal.note(entry, sentence),
  };
  return request.context;
}
