// @module-tag socket
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type MockServer, startMock } from "@model-access/mock";
import { type ClientOptions, type Logger, type Middleware, ModelAccess } from "@model-access/sdk";
import { relay } from "@model-access/sdk/relay";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askOurClient } from "../src/fault-table/ask-our-client.ts";
import { dialects, listModes } from "../src/fault-table/dialect.ts";
import { createHandClock } from "../src/fault-table/hand-clock.ts";
import { printed } from "../src/fault-table/printed.ts";

const keys = ["sk-Q7vX2mWz9KpL4tRb8NcY", "sk-h3JfD6sGa1EuV5oTiZxB"];
/** Two retried faults, one refusal, and every way in which an answer or a stream breaks. */
const faults = [
  "status-429",
  "status-500",
  "status-401",
  "reset",
  "html-200",
  "cut-json",
  "error-event",
  "clean-cut",
  "broken-json",
];

let mock: MockServer;
let gossip: Server;
/** The output of the run. */
const outputs: string[] = [];

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
  for (const [index, key] of keys.entries()) {
    const body = JSON.stringify({ key, name: `run-${index}` });
    const answer = await fetch(`${mock.baseURL}/_mock/api/sessions/default/keys`, {
      method: "POST",
      headers: { "x-mock-admin": "1" },
      body,
    });
    expect(answer.status).toBe(201);
  }
  gossip = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const { authorization = "", "x-gossip": way } = request.headers;
    // Called in this file only.
    const [type, body] = answersWithKey[way as keyof typeof answersWithKey](authorization);
    response.writeHead(type === "application/json" ? 401 : 200, {
      "content-type": type,
      "x-request-id": authorization,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => gossip.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await mock.close();
  gossip.closeAllConnections();
  gossip.close();
});

/** Answers of a service or proxy that echoes requests. */
const answersWithKey = {
  refusal: (key: string) => [
    "application/json",
    JSON.stringify({ error: { message: `No ${key}`, code: key, param: key } }),
  ],
  page: (key: string) => ["text/html", `<pre>authorization: ${key}</pre>`],
  event: (key: string) => ["text/event-stream", `data: ${JSON.stringify({ error: { message: `No ${key}` } })}\n\n`],
  brokenEvent: (key: string) => ["text/event-stream", `data: {"choices": ${key}\n\n`],
  comment: (key: string) => ["text/event-stream", `: ${key}\n\n`],
} satisfies Record<string, (key: string) => [string, string]>;

/** Creates a client at the highest log level that adds all its output to `outputs`, and collects its keys. */
function createTalkativeClient(options: ClientOptions): { client: ModelAccess; sentKeys: Set<string | null> } {
  const clock = createHandClock();
  const sentKeys = new Set<string | null>();
  let calls = 0;
  const watching: Middleware = async (request, next) => {
    outputs.push(printed(request), printed([...request.headers]), printed(request.body));
    const answer = await next();
    outputs.push(printed(answer), printed([...answer.headers]));
  };
  const write = (message: string, details: object) => void outputs.push(message, printed(details));
  const logger: Logger = { error: write, warn: write, info: write, debug: write };
  const client = new ModelAccess({
    // A key that changes on each attempt.
    apiKey: async () => keys[calls++ % keys.length] ?? "",
    logger,
    logLevel: "debug",
    clock,
    onRetry: (retry) => {
      outputs.push(printed(retry));
      setImmediate(() => clock.advance(retry.delayMs));
    },
    fetch: (url, init) => {
      sentKeys.add(new Headers(init.headers).get("authorization"));
      return fetch(url, init);
    },
    middleware: [watching],
    ...options,
  });
  return { client, sentKeys };
}

test("a whole run outputs no key, nor eight characters of one", async () => {
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => void outputs.push(printed(values)));
  }

  const sentKeys = await runEverything();

  const exported = await fetch(`${mock.baseURL}/_mock/api/sessions/default/journal.jsonl`);
  outputs.push(await exported.text());
  vi.restoreAllMocks();
  const everything = outputs.join("\n");
  expect(sentKeys).toEqual(new Set(keys.map((key) => `Bearer ${key}`)));
  expect(everything).toContain("[key]");
  for (const name of ["RateLimitError", "InvalidKeyError", "ConnectionError", "ResponseFormatError", "StreamError"]) {
    expect(everything).toContain(name);
  }
  for (const piece of keys.flatMap(listPieces)) expect(everything.includes(piece), `It has ${piece}.`).toBe(false);
});

/** Returns every eight consecutive characters. */
function listPieces(key: string): string[] {
  return Array.from({ length: key.length - 7 }, (_, start) => key.slice(start, start + 8));
}

async function runEverything(): Promise<Set<string | null>> {
  const allSent = new Set<string | null>();
  for (const fault of ["", ...faults]) {
    const defaultHeaders = fault === "" ? {} : { "x-mock-fault": fault };
    const { client, sentKeys } = createTalkativeClient({ baseURL: mock.baseURL, defaultHeaders });
    for (const dialect of dialects) {
      for (const mode of listModes(dialect)) await tell(askOurClient(client, { dialect, mode, onEvent: recordOutput }));
    }
    await tell(client.usage.balance());
    await tell(client.raw.GET("/v1/models"));
    await tell(relayChat(client));
    recordOutput([client, client.chat.completions, client.raw, client.bots.respond]);
    for (const key of sentKeys) allSent.add(key);
  }
  for (const way of Object.keys(answersWithKey)) {
    const { port } = gossip.address() as AddressInfo; // a TCP server has an object as its address
    const baseURL = `http://127.0.0.1:${port}`;
    const { client } = createTalkativeClient({ baseURL, defaultHeaders: { "x-gossip": way } });
    // Without the relay, which forwards the service's answers unchanged.
    for (const mode of listModes("chat")) await tell(askOurClient(client, { dialect: "chat", mode }));
  }
  return allSent;
}

async function relayChat(client: ModelAccess): Promise<string> {
  const messages = [{ role: "user" as const, content: "Name one prime." }];
  const call = client.chat.completions.create({ model: "GPT-5.2", messages, stream: true });
  const answer = relay(await call.asResponse(), { onDone: recordOutput });
  recordOutput([...answer.headers]);
  return answer.text();
}

async function tell(result: Promise<unknown>): Promise<void> {
  recordOutput(await result.catch((error: unknown) => error));
}

function recordOutput(value: unknown): void {
  outputs.push(printed(value));
}
