import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMock } from "@model-access/mock";
import { onTestFinished } from "vitest";
import { type Report, type RunOptions, runContractTests } from "../src/index.js";

/** An answer as a fault changes it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** What is wrong with a deployment, by the id of the exchange that it answers. */
export interface Fault {
  change?: (answer: Answer, exchange: string) => void;
  /** True where it has answered on its own. */
  serve?: (response: ServerResponse, exchange: string, answer: Answer) => boolean;
}

export const key = "sk-mock-full";

/** One mock for all tests. Its clock leaps from run to run, so that no run meets another's rate window. */
const clock = { nowMs: 1_795_000_000_000 };
const mock = createMock({ latency: "instant", clock: { now: () => clock.nowMs, sleep: async () => {} } });
// What it loads on its first call is no part of any test's time.
await mock.fetch("http://127.0.0.1/v1/models", { headers: { authorization: `Bearer ${key}` } });

/** Runs the contract tests on a correct deployment with one thing wrong. */
export async function runOn({ change, serve }: Fault = {}, options: Partial<RunOptions> = {}): Promise<Report> {
  let exchange = "";
  const baseURL = await listen(async (request, response) => {
    const answer = await answerTo(request);
    if (serve?.(response, exchange, answer)) return;
    change?.(answer, exchange);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const onCall: RunOptions["onCall"] = ({ id }) => {
    exchange = id;
  };
  clock.nowMs += 120_000;
  return runContractTests({ baseURL, apiKey: key, onCall, ...options });
}

/** Starts a server, gives its base URL, and closes it when the test is over. */
export async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a server on a port has no other kind of address
}

/** All that a run found: each rule that is neither kept nor left out, with its outcome. */
export function findings({ rules }: Report): Record<string, string> {
  const quiet = ["pass", "skip", "blocked"];
  return Object.fromEntries(
    rules.filter(({ outcome }) => !quiet.includes(outcome)).map(({ id, outcome }) => [id, outcome]),
  );
}

/** A change of the JSON body of one exchange. */
// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into any body and makes it wrong, which no type allows
export function inJson(id: string, change: (body: Record<string, any>) => void): Fault {
  return on(id, (answer) => {
    const body = JSON.parse(text(answer));
    change(body);
    answer.body = JSON.stringify(body);
  });
}

/** A change of the text of one exchange's body. */
export function inText(id: string, change: (body: string) => string): Fault {
  return on(id, (answer) => {
    answer.body = change(text(answer));
  });
}

/** A change of the answer of one exchange. */
export function on(id: string, change: (answer: Answer) => void): Fault {
  return {
    change: (answer, exchange) => {
      if (exchange === id) change(answer);
    },
  };
}

/** A change of every answer. */
export function everywhere(change: (answer: Answer, exchange: string) => void): Fault {
  return { change };
}

export const text = ({ body }: Answer) => (typeof body === "string" ? body : new TextDecoder().decode(body));

async function answerTo(request: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const { connection: _, ...headers } = request.headers as Record<string, string>; // no header that a run sends is repeated
  const body = pieces.length === 0 ? {} : { body: Buffer.concat(pieces) };
  const reply = await mock.fetch(`http://127.0.0.1${request.url}`, {
    method: request.method ?? "GET",
    headers,
    ...body,
  });
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    body: new Uint8Array(await reply.arrayBuffer()),
  };
}
