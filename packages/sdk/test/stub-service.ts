import { operations } from "@model-access/contract";
import { type CallEnd, type ClientOptions, type Fetch, ModelAccess } from "../src/index.js";

export const key = "sk-test-0123456789abcdef";
export const request = {
  model: "Claude-Sonnet-4.5",
  messages: [{ role: "user" as const, content: "Name one prime." }],
};
export const streamRequest = { ...request, stream: true as const };

/** A client of a service that is nothing but this `fetch`. It makes one attempt; retries have tests of their own. */
export function clientOf(fetch: Fetch, options: ClientOptions = {}): ModelAccess {
  return new ModelAccess({ apiKey: key, baseURL: "https://api.example/v1", fetch, maxRetries: 0, ...options });
}

/** A client whose every call gets this answer. */
export function clientAnswering(body: BodyInit | null, init: ResponseInit = {}): ModelAccess {
  return clientOf(async () => new Response(body, { headers: { "content-type": "application/json" }, ...init }));
}

/** A `fetch` that never answers, and obeys its signal. */
export const silentFetch: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

/** The examples of a response in the contract, by name. */
export function examplesOf(operationId: string, status: string, mediaType = "application/json"): [string, unknown][] {
  const examples = operations[operationId]?.responses[status]?.mediaTypes[mediaType]?.examples ?? {};
  return Object.entries(examples).map(([name, { value }]) => [name, value]);
}

/** The first example, which is the plain case. */
export function exampleOf(operationId: string, status: string, mediaType?: string): unknown {
  return examplesOf(operationId, status, mediaType)[0]?.[1];
}

/** Returns the error of a promise that has to fail. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
}

/** Returns what a synchronous call throws. */
export function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("It did not fail.");
}

/** Options that collect the end of each call, and the ends so far. */
export function collectingEnds(): { ends: CallEnd[]; options: ClientOptions } {
  const ends: CallEnd[] = [];
  return { ends, options: { onCallEnd: (end) => void ends.push(end) } };
}
