import type { Finish, Reply } from "../conversation/reply.js";
import { createIds } from "../ids.js";
import type { RequestContext } from "../request/request-context.js";

/** The identity of a reply, the same in each of its chunks. */
export interface Envelope {
  id: string;
  /** In seconds since 1970. */
  created: number;
  model: string;
  /** Ids of the reply's tool calls, in their order. */
  callIds: string[];
  /** The mark of the set-up that answered; another seed is another set-up. */
  fingerprint: string;
}

/** Names a reply. The plain and the streamed form take the same ids in the same order. */
export function makeEnvelope(
  { toolCalls }: Reply,
  model: string,
  { session: { makeId, clock }, seed }: RequestContext,
): Envelope {
  return {
    id: makeId("chatcmpl-", 24),
    created: Math.floor(clock.now() / 1000),
    model,
    callIds: toolCalls.map(() => makeId("call_", 24)),
    fingerprint: createIds(seed)("fp_", 10),
  };
}

/** Returns the finish reason of a reply, as chat completions name it. */
export function finishReasonOf({ reason }: Finish): Exclude<Finish["reason"], "stop_sequence"> {
  return reason === "stop_sequence" ? "stop" : reason;
}
