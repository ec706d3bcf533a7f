import { inspect } from "node:util";
import { operations } from "@model-access/contract";
import { expect } from "vitest";
import { type CallEnd, type ClientOptions, type Fetch, type Logger, ModelAccess } from "../src/index.js";
import { settle } from "./test-clock.js";

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

/** A client whose every call gets this answer: a text as it is, and anything else as JSON. */
export function clientAnswering(value: unknown, init: ResponseInit = {}, options: ClientOptions = {}): ModelAccess {
  const body = typeof value === "string" || value === null ? value : JSON.stringify(value);
  return clientOf(
    async () => new Response(body, { headers: { "content-type": "application/json" }, ...init }),
    options,
  );
}

/** A request that the service received. */
export interface SentRequest {
  url: string;
  method: string | undefined;
  headers: Headers;
  body: unknown;
}

/** A client whose every call gets the next of these values, the list of models by default, and what it sent. */
export function recordingClient(values: unknown[] = [exampleOf("listModels", "200")], options: ClientOptions = {}) {
  const sent: SentRequest[] = [];
  const client = clientOf(async (url, { method, body, headers }) => {
    const data = typeof body === "string" ? JSON.parse(body) : await formOrSame(body);
    sent.push({ url, method, headers: new Headers(headers), body: data });
    return Response.json(values[Math.min(sent.length, values.length) - 1]);
  }, options);
  return { client, sent };
}

/** A form as the service reads it. */
function formOrSame(body: unknown): unknown {
  return body instanceof Blob && body.type.startsWith("multipart/") ? new Response(body).formData() : body;
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

/** An example by its name. */
export function exampleNamed(operationId: string, name: string, mediaType?: string): unknown {
  const found = examplesOf(operationId, "200", mediaType).find(([known]) => known === name);
  if (found === undefined) throw new Error(`${operationId} has no example ${name}.`);
  return found[1];
}

/** The examples of a request's body in the contract, by name. */
export function bodiesOf(operationId: string): [string, unknown][] {
  const examples = operations[operationId]?.body?.mediaTypes["application/json"]?.examples ?? {};
  return Object.entries(examples).map(([name, { value }]) => [name, value]);
}

/** Returns the error of a promise that has to fail, of this class where one is given. */
export async function failureOf<Failure = unknown>(
  promise: PromiseLike<unknown>,
  Class?: abstract new (...args: never[]) => Failure,
): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (Class !== undefined) expect(error).toBeInstanceOf(Class);
    return error as Failure; // as was checked
  }
  throw new Error("It did not fail.");
}

/** Returns the error of a promise that may fail; undefined if it does not. */
export function failureOrNone(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A logger that says all that it gets. */
export function loggerOf(say: (...line: unknown[]) => void): Logger {
  return { error: say, warn: say, info: say, debug: say };
}

/** Returns the error of a call that waits until this happens. */
export async function failureAfter(promise: PromiseLike<unknown>, happen: () => unknown): Promise<unknown> {
  const failing = failureOf(promise);
  await settle();
  happen();
  return failing;
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

/** Returns the rejections that nobody handled while this ran, and a little after. */
export async function unhandledIn(run: () => unknown): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", collect);
  try {
    await run();
    await settle();
  } finally {
    process.off("unhandledRejection", collect);
  }
  return unhandled;
}

/** Everything that a curious printer can find in a value. */
export function printed(value: unknown): string {
  const all = { depth: Infinity, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null };
  return `${inspect(value, all)}${JSON.stringify(value)}${String(value)}${value instanceof Error ? value.stack : ""}`;
}
