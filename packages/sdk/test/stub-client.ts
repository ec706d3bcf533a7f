import { type Client, createClient } from "../src/client.js";
import type { ClientOptions, Fetch } from "../src/index.js";
import { examplesOf, key } from "./stub-service.js";
import { streamOf, type WireForm } from "./stub-streams.js";

/** A client without methods, of a service that is nothing but this `fetch`. */
export function bareClientOf(fetch: Fetch, options: ClientOptions = {}): Client {
  return createClient({ apiKey: key, baseURL: "https://api.example", fetch, maxRetries: 0, ...options });
}

/** A client whose every call gets this JSON. */
export function bareClientAnswering(value: unknown): Client {
  return bareClientOf(async () => Response.json(value));
}

/** A client whose every call gets this event stream. */
export function bareClientStreaming(text: string, { parts }: WireForm): Client {
  return bareClientOf(async () => streamOf(parts(text)));
}

/** A request that the service received. */
export interface SentRequest {
  url: string;
  method: string | undefined;
  headers: Headers;
  body: unknown;
}

/** A client whose every call gets the next of these values, and what it sent. */
export function recordingClient(...values: unknown[]): { client: Client; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const client = bareClientOf(async (url, init) => {
    const { method, body } = init;
    sent.push({
      url,
      method,
      headers: new Headers(init.headers),
      body: typeof body === "string" ? JSON.parse(body) : await formOrSame(body),
    });
    return Response.json(values[Math.min(sent.length, values.length) - 1]);
  });
  return { client, sent };
}

/** A form as the service reads it. */
function formOrSame(body: unknown): unknown {
  return body instanceof Blob && body.type.startsWith("multipart/") ? new Response(body).formData() : body;
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
