import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { EventStream } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";

const flushMs = 20;

// Given, as an error with a stack would be made for each stream otherwise.
const reason = "The response is over.";

/** Aborts when the response is over: sent whole, or left by the client. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => controller.abort(reason));
  if (response.destroyed) controller.abort(reason);
  return controller.signal;
}

/** Sends a stream chunk by chunk, no faster than the client reads, and stops when the client is gone. */
export async function sendEvents(
  response: ServerResponse,
  { events, disconnected }: { events: EventStream; disconnected: AbortSignal },
): Promise<void> {
  response.flushHeaders();
  for await (const chunk of events(disconnected)) {
    if (!response.write(chunk)) await once(response, "drain", { signal: disconnected });
  }
  response.end();
}

/** Breaks the connection: as a fault says, or because the client is gone. */
export async function breakOff(response: ServerResponse, error: unknown): Promise<void> {
  if (error instanceof ConnectionFault) await delay(flushMs); // a reset would overtake what was sent before it
  if (error instanceof ConnectionFault && error.how === "reset") response.socket?.resetAndDestroy();
  response.destroy();
}
