import type { Call, DisconnectSignal } from "../call.js";
import type { FileStore } from "../files/file-store.js";
import type { JournalEntry } from "../journal/journal.js";
import type { LatencyValues } from "../latency/latency.js";
import type { Session } from "../session/session.js";
import { type GivenName, takeSessionNames } from "./session-name.js";

/** A request that has come in: what is known of it before its session is. */
export interface IncomingRequest {
  /** The request without the places that name its session. */
  readonly call: Call;
  /** Each place that names its session. */
  readonly sessionNames: readonly GivenName[];
  readonly disconnectSignal: DisconnectSignal;
  session?: Session;
  /** The operation that it is for, once that is known. */
  operationId?: string;
  /** The name of its key, not the key, once that is known. */
  keyName?: string;
}

/**
 * One request on its way through the mock. It is made where the request comes in, completed on the way, and passed on as
 * it is, so that each step reads from one place what the steps before it found.
 */
export interface RequestContext extends IncomingRequest {
  readonly session: Session;
  /** What the journal keeps of the request. `atMs` is when it came, by the session's clock. */
  readonly entry: JournalEntry;
  /** The uploaded files of all sessions. */
  readonly files: FileStore;
  readonly seed: number;
  /** The key that asks; empty until it is checked. */
  key: string;
  /** How fast the answer is to come. */
  latency: LatencyValues;
  /** The interface of the operation's streams; empty where it has none. */
  dialect: string;
  /** Adds a sentence about the request to the journal. */
  note(sentence: string): void;
}

/** Begins the context of a request, with its session taken off its path and its key. */
export function receiveRequest(received: Call, disconnectSignal: DisconnectSignal): IncomingRequest {
  const { call, names } = takeSessionNames(received);
  return { call, sessionNames: names, disconnectSignal };
}

/** Adds the session to a request, and what depends on it. Returns the same object. */
export function enterSession(
  request: IncomingRequest,
  session: Session,
  { files, seed }: Pick<RequestContext, "files" | "seed">,
): RequestContext {
  const entry = session.journal.begin(request.call, session.clock.now());
  const note = (sentence: string) => session.journal.note(entry, sentence);
  return Object.assign(request, { session, entry, files, seed, key: "", latency: session.latency, dialect: "", note });
}
