import type { Finish, Reply } from "../conversation/reply.js";
import { createIds } from "../ids.js";
import type { RequestContext } from "../request/request-context.js";

/** What a reply is known by, the same in each of its chunks. */
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

/** Why a reply ended, as chat completions say it. */
export function finishReasonOf({ reason }: Finish): "stop" | "length" | "tool_calls" {
  return reason === "stop_sequence" ? "stop" : reason;
}

/** The content of a message before its first piece: null where it is nothing but tool calls. */
export function openingContent({ text, toolCalls }: Reply): "" | null {
  return text.length === 0 && toolCalls.length > 0 ? null : "";
}
