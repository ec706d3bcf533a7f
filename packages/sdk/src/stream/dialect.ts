import type { Call } from "../call/call.js";
import type { ErrorObject, StreamFailure } from "../errors/call-error.js";
import type { ModelAccessError } from "../errors/model-access-error.js";
import type { ServerSentEvent } from "./event-stream-decoder.js";

/** The rules by which the events of one interface are a stream. */
export interface Dialect<Event, Final> {
  /** Reads one event. Never throws, because data from the wire is checked, not trusted. */
  read(event: ServerSentEvent): ReadEvent<Event>;
  /** Adds an event of a kind that is known. */
  add(event: Event): void;
  /** Returns the reply so far; absent before the first event. */
  result(): Final | undefined;
  /** The text of a whole reply. */
  readText(final: Final): string;
  /** True if the event adds to the reply; a ping or an empty delta doesn't. */
  hasContent(event: Event): boolean;
}

/** The reading of an event of the wire. */
export type ReadEvent<Event> =
  /** An event that this version knows; with `isLast` the stream ends after it. */
  | { kind: "event"; event: Event; isLast?: boolean }
  /** Tomorrow's event: it reaches the caller as it came and is no part of the reply. */
  | { kind: "unknown"; event: Event }
  /** Nothing for the caller, such as a keep-alive. */
  | { kind: "nothing" }
  /** The end marker. */
  | { kind: "end" }
  /** An end marker that comes before the dialect's own end. */
  | { kind: "cut" }
  /** The service reports an error. `toError` makes it if the dialect has its own error class. */
  | {
      kind: "error";
      error: ErrorObject;
      toError?: (call: Call, failure: StreamFailure) => ModelAccessError;
    }
  /** A known event with an impossible body. `what` follows the operation's name. */
  | { kind: "broken"; what: string };
