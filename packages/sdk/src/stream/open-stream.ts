import { type Answer, type CallArguments, call } from "../call.js";

/** Makes one call whose answer is an event stream. */
export function openStream(args: Omit<CallArguments, "accept">): Promise<Answer> {
  return call({ ...args, accept: "text/event-stream" });
}
