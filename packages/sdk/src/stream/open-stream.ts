import type { AbortLink } from "../call/abort-link.js";
import { type Answer, type CallArguments, call } from "../call/call.js";

/** A call whose answer may still be to come. */
export interface Opening {
  answer: Promise<Answer>;
  /** Ends the call, for a stream that is left before it began. */
  leave(): void;
}

/** Begins one call whose answer is an event stream. */
export function openStream(args: Omit<CallArguments, "accept" | "onLink">): Opening {
  let link: AbortLink | undefined;
  return {
    answer: call({
      ...args,
      accept: "text/event-stream",
      onLink(made) {
        link = made;
      },
    }),
    // There is no link where an option was refused.
    leave: () => link?.abort(undefined),
  };
}
