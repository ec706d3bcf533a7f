import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMock } from "@model-access/mock";
import type { Answer, Asked, Fault, Memory } from "./fault.ts";

/** The mock's keys, by what the contract tests call them. */
export const key = "sk-mock-full";
export const keys = {
  noPermission: "sk-mock-limited",
  noPoints: "sk-mock-low",
  revoked: "sk-mock-revoked",
  lowLimit: "sk-mock-tiny",
};

/** A deployment of the mock's, in this process, with its own account and its own time. */
export interface Deployment {
  baseURL: string;
  /** How a run has to wait, so that the deployment's time passes and nobody's else. */
  sleep(ms: number): Promise<void>;
  close(): void;
}

/** Last of all, an answer may be changed or sent in another way; `true` says that it has been sent. */
export type Finish = (answer: Answer, response: ServerResponse) => boolean;

/** Opens a deployment with a fault, or without one. */
export async function openDeployment(fault?: Fault, finish: Finish = () => false): Promise<Deployment> {
  const clock = { nowMs: Date.now() };
  const mock = createMock({ latency: "instant", clock: { now: () => clock.nowMs, sleep: async () => {} } });
  const memory: Memory = {};
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    clock.nowMs += 20;
    const answer = fault?.ask?.(asked, memory) ?? (await answerTo(asked, mock));
    fault?.answer?.(answer, asked, memory);
    if (!finish(answer, response)) response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a server on a port has no other kind of address
    sleep: async (ms) => {
      clock.nowMs += ms;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
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
  const reply = await mock.fetch(`http://127.0.0.1${path}${query.size > 0 ? `?${query}` : ""}`, {
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
