import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { EventStream } from "./call.js";

/** Sends a stream event by event, no faster than the client reads, and stops when the client is gone. */
export async function sendEvents(response: ServerResponse, events: EventStream): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  response.once("close", () => gone.abort());
  if (response.destroyed) gone.abort();
  response.flushHeaders();
  for await (const event of events(signal)) {
    if (!response.write(event)) await once(response, "drain", { signal });
  }
  response.end();
}
