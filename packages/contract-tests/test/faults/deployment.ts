import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMock } from "@model-access/mock";
import type { RunOptions } from "../../src/index.js";
import type { Answer, Asked, Fault, Memory, Origin } from "./fault.ts";
import { createSmallDeployment } from "./small-deployment.ts";

/** The mock's keys, by what the contract tests call them. */
export const key = "sk-mock-full";
export const keys = {
  noPermission: "sk-mock-limited",
  noPoints: "sk-mock-low",
  revoked: "sk-mock-revoked",
  lowLimit: "sk-mock-tiny",
};

/** A deployment in this process, with its own account and its own time. */
export interface Deployment {
  /** Makes a call to it without a server in between: many runs of it are quick. */
  send: NonNullable<RunOptions["send"]>;
  /** Waits on the deployment's own clock; a run passes it to the tests. */
  sleep(ms: number): Promise<void>;
}

/** One that a server on a port answers for. */
export interface OpenDeployment extends Pick<Deployment, "sleep"> {
  baseURL: string;
  close(): void;
}

/** Last of all, an answer may be changed or sent in another way; `true` says that it has been sent. */
export type Finish = (answer: Answer, response: ServerResponse) => boolean;

/** Makes a deployment with a fault, or without one. */
export function createDeployment(fault?: Fault, from: Origin = fault?.from ?? "mock"): Deployment {
  const { answer, sleep } = createBackstage(fault, from);
  return {
    sleep,
    send: async ({ method, url, headers, body: text = "" }) => {
      const { pathname, searchParams } = new URL(url);
      const { "content-length": _, ...sent } = headers;
      const asked = { method, path: pathname, query: searchParams, headers: sent, text, json: parsed(text) };
      if (fault?.isSilent?.(asked))
        return { failure: { kind: "time-out", message: "No answer within 10 s." }, tookMs: 10_000 };
      const made = await answer(asked);
      const body = method === "HEAD" || made.status === 204 ? Buffer.alloc(0) : Buffer.from(made.body);
      const reply = {
        status: made.status,
        rawHeaders: Object.entries(made.headers),
        headAtMs: 1,
        body,
        pieces: body.length === 0 ? [] : [{ atMs: 2, end: body.length }],
      };
      return { reply, tookMs: 2 };
    },
  };
}

/** Opens a deployment with a fault, or without one, on a port. */
export async function openDeployment(
  fault?: Fault,
  { from = fault?.from ?? "mock", finish = () => false }: { from?: Origin; finish?: Finish } = {},
): Promise<OpenDeployment> {
  const { answer, sleep } = createBackstage(fault, from);
  const server = createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
    const made = await answer(await read(request));
    if (!finish(made, response)) response.writeHead(made.status, made.headers).end(made.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a server on a port has no other kind of address
    sleep,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Creates the service behind a deployment, with a clock that only its calls and waits move. */
function createBackstage(fault: Fault | undefined, from: Origin) {
  const clock = { nowMs: Date.now() };
  const now = () => clock.nowMs;
  const small = createSmallDeployment({ now, keys: { own: key, ...keys } });
  const mock = createMock({ latency: "instant", clock: { now, sleep: async () => {} } });
  const memory: Memory = {};
  return {
    answer: async (asked: Asked & { text: string }): Promise<Answer> => {
      clock.nowMs += 20;
      const answer = fault?.ask?.(asked, memory) ?? (from === "small" ? small(asked) : await answerTo(asked, mock));
      fault?.answer?.(answer, asked, memory);
      return answer;
    },
    sleep: async (ms: number) => {
      clock.nowMs += ms;
    },
  };
}

async function read(request: IncomingMessage): Promise<Asked & { text: string }> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  const { connection: _, "content-length": __, ...headers } = request.headers as Record<string, string>; // no header that a run sends is repeated
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  return { method: request.method ?? "GET", path: pathname, query: searchParams, headers, text, json: parsed(text) };
}

async function answerTo(asked: Asked & { text: string }, mock: ReturnType<typeof createMock>): Promise<Answer> {
  const { method, path, query, headers, json, text } = asked;
  const body = json === undefined ? text : JSON.stringify(json);
  const reply = await mock.fetch(`http://${headers.host ?? "127.0.0.1"}${path}${query.size > 0 ? `?${query}` : ""}`, {
    method,
    headers,
    ...(body !== "" && { body }),
  });
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    body: new Uint8Array(await reply.arrayBuffer()),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a fault reaches into any body
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
