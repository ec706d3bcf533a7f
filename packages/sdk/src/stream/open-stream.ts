import { type Answer, type CallArguments, call } from "../call/call.js";

/** A call whose answer may still be to come. */
export interface Opening {
  answer: Promise<Answer>;
  /** Ends the call, for a stream that is left before it began. */
  leave(): void;
}

/** Begins one call whose answer is an event stream. */
export function openStream(args: Omit<CallArguments, "accept" | "leaving">): Opening {
  const leaving = new AbortController();
  return {
    answer: call({ ...args, accept: "text/event-stream", leaving: leaving.signal }),
    leave: () => leaving.abort(),
  };
}
