import type { Answer } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import { Refusal } from "../refusal.js";
import type { RequestContext } from "../request/request-context.js";
import { openWaits } from "./waits.js";

/**
 * Waits until the headers of an answer are due; meanwhile the journal shows it as open. A key that is revoked ends the
 * wait with its refusal, a client that leaves with a fault.
 */
export async function delayHeaders(
  dueMs: number,
  { status, headers }: Pick<Answer, "status" | "headers">,
  context: RequestContext,
): Promise<void> {
  const { session, key, entry, disconnectSignal } = context;
  const { clock, state } = session;
  if (dueMs <= clock.now()) return;
  const signal = disconnectSignal();
  const waits = openWaits(signal, context);
  entry.response = { status, headers, atMs: clock.now(), chunks: [], endMs: 0, ending: "open" };
  await waits.until(dueMs);
  entry.response = undefined;
  waits.end();
  if (signal.aborted) throw new ConnectionFault("close");
  if (state.findKey(key)?.isRevoked) throw new Refusal("invalid_api_key", "The API key is revoked.");
}
