import type { Answer } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import { Refusal } from "../refusal.js";
import type { RequestContext } from "../request/request-context.js";
import type { Promisable } from "../store/store.js";

/**
 * Waits until the headers of an answer are due; meanwhile the journal shows it as open. A key that is revoked ends the
 * wait with its refusal, a client that leaves with a fault.
 */
export function delayHeaders(
  dueMs: number,
  answer: Pick<Answer, "status" | "headers">,
  context: RequestContext,
): Promisable<void> {
  return dueMs <= context.session.clock.now() ? undefined : waitUntil(dueMs, answer, context);
}

async function waitUntil(
  dueMs: number,
  { status, headers }: Pick<Answer, "status" | "headers">,
  { session, key, entry, disconnectSignal }: RequestContext,
): Promise<void> {
  const { clock, scheduler, state } = session;
  const signal = disconnectSignal();
  const wait = scheduler.openWait(signal);
  const stopWatching = state.onRevoked(key, wait.wakeNow);
  entry.response = { status, headers, atMs: clock.now(), chunks: [], endMs: 0, ending: "open" };
  await wait.until(dueMs);
  entry.response = undefined;
  stopWatching();
  if (signal.aborted) throw new ConnectionFault("close");
  if ((await state.findKey(key))?.isRevoked) throw new Refusal("invalid_api_key", "The API key is revoked.");
}
