import { createEngine } from "../src/create-engine.js";
import type { Engine } from "../src/engine.js";
import type { ClientOptions, Fetch } from "../src/index.js";
import { examplesOf, key, streamOf, type WireForm } from "./stub-service.js";

/** A client without methods, of a service that is nothing but this `fetch`. */
export function engineOf(fetch: Fetch, options: ClientOptions = {}): Engine {
  return createEngine({ apiKey: key, baseURL: "https://api.example", fetch, maxRetries: 0, ...options });
}

/** An engine whose every call gets this JSON. */
export function engineAnswering(value: unknown): Engine {
  return engineOf(async () => Response.json(value));
}

/** An engine whose every call gets this event stream. */
export function engineStreaming(text: string, { parts }: WireForm): Engine {
  return engineOf(async () => streamOf(parts(text)));
}

/** What a service was sent. */
export interface SentRequest {
  url: string;
  method: string | undefined;
  headers: Headers;
  body: unknown;
}

/** An engine whose every call gets the next of these values, and what it sent. */
export function recordingEngine(...values: unknown[]): { engine: Engine; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const engine = engineOf(async (url, init) => {
    const { method, body } = init;
    sent.push({
      url,
      method,
      headers: new Headers(init.headers),
      body: typeof body === "string" ? JSON.parse(body) : body,
    });
    return Response.json(values[Math.min(sent.length, values.length) - 1]);
  });
  return { engine, sent };
}

/** A transcript of the contract by its name. */
export function transcriptOf(operationId: string, name: string): string {
  const found = examplesOf(operationId, "200", "text/event-stream").find(([known]) => known === name);
  if (found === undefined) throw new Error(`${operationId} has no transcript ${name}.`);
  return String(found[1]);
}

/** The payloads of a transcript that are JSON. */
export function payloadsOf(transcript: string): Record<string, unknown>[] {
  return [...transcript.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(String(json)));
}

/** A transcript up to the event that has this in it. */
export function cutBefore(transcript: string, mark: string): string {
  const at = transcript.indexOf(mark);
  return transcript.slice(0, transcript.lastIndexOf("\n\n", at) + 2);
}
