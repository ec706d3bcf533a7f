import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunOptions } from "../../src/index.js";
import { createReplayedService, createService, type Service, type ServiceRequest } from "./correct-service.ts";
import type { Answer, Asked, Body, Fault, Memory, Origin } from "./fault.ts";

export { key, keys, smallKeys } from "./correct-service.ts";

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

/**
 * Makes a deployment with a fault, or without one. As long as it is asked what a correct one was asked that was made at the
 * same time, its answers before the fault are that one's; a test that stops the clock spares itself most of the mock's work.
 */
export function createDeployment(fault?: Fault, from: Origin = fault?.from ?? "mock"): Deployment {
  const startMs = Date.now();
  const service = createReplayedService({ from, startMs, isRecorded: fault === undefined });
  const { answer, sleep } = createBackstage(fault, { startMs, service });
  return {
    sleep,
    send: async ({ method, url, headers, body: text = "" }) => {
      const { pathname, searchParams } = new URL(url);
      const { "content-length": _, ...sent } = headers;
      const asked = askedFor({ method, path: pathname, query: searchParams, headers: sent, text });
      if (fault?.isSilent?.(asked))
        return { failure: { kind: "time-out", message: "No answer within 10 s." }, tookMs: 10_000 };
      const made = await answer(asked);
      return { reply: replyOf(method === "HEAD" ? { ...made, body: "" } : made), tookMs: 2 };
    },
  };
}

type Reply = NonNullable<Awaited<ReturnType<Deployment["send"]>>["reply"]>;

const replies = new WeakMap<Answer, Reply>();

/** The same answer is the same reply, so that what was read of it in one run is known in the next. */
function replyOf(answer: Answer): Reply {
  const known = replies.get(answer);
  if (known !== undefined) return known;
  const { status, headers, body: content } = answer;
  const body = status === 204 ? Buffer.alloc(0) : Buffer.from(content);
  const pieces = body.length === 0 ? [] : [{ atMs: 2, end: body.length }];
  const reply = { status, rawHeaders: Object.entries(headers), headAtMs: 1, body, pieces };
  replies.set(answer, reply);
  return reply;
}

/** Opens a deployment with a fault, or without one, on a port. */
export async function openDeployment(
  fault?: Fault,
  { from = fault?.from ?? "mock", finish = () => false }: { from?: Origin; finish?: Finish } = {},
): Promise<OpenDeployment> {
  const startMs = Date.now();
  const { answer, sleep } = createBackstage(fault, { startMs, service: createService(from) });
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

/** Puts a fault before and behind a service, with a clock that only its calls and waits move. */
function createBackstage(fault: Fault | undefined, { startMs, service }: { startMs: number; service: Service }) {
  let nowMs = startMs;
  const memory: Memory = {};
  return {
    answer: async (asked: AskedText): Promise<Answer> => {
      nowMs += 20;
      const own = fault?.ask?.(asked, memory);
      const right = own ?? (await service(requestOf(asked), nowMs));
      if (fault?.answer === undefined) return right;
      const answer = { ...right, headers: { ...right.headers } };
      fault.answer(answer, asked, memory);
      return isSame(answer, right) ? right : answer;
    },
    sleep: async (ms: number) => {
      nowMs += ms;
    },
  };
}

async function read(request: IncomingMessage): Promise<AskedText> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  const { connection: _, "content-length": __, ...headers } = request.headers as Record<string, string>; // no header that a run sends is repeated
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
  return askedFor({ method: request.method ?? "GET", path: pathname, query: searchParams, headers, text });
}

/** A request with the text that was sent, or that a fault has made of its JSON. */
type AskedText = Asked & { text: string };

/** A request whose JSON is read when a fault first looks at it, and written again from then on. */
function askedFor({ text: sent, ...asked }: Omit<AskedText, "json">): AskedText {
  let read: { json: Body } | undefined;
  return {
    ...asked,
    get json(): Body {
      read ??= { json: parsed(sent) };
      return read.json;
    },
    set json(json: Body) {
      read = { json };
    },
    get text() {
      return read?.json === undefined ? sent : JSON.stringify(read.json);
    },
  };
}

/** A request as it goes to the service, which a fault may have changed. */
function requestOf({ method, path, query, headers, text }: AskedText): ServiceRequest {
  return { method, path, query: query.toString(), headers: { ...headers }, text };
}

function isSame(one: Answer, other: Answer): boolean {
  const names = Object.keys(one.headers);
  return (
    one.status === other.status &&
    one.body === other.body &&
    names.length === Object.keys(other.headers).length &&
    names.every((name) => one.headers[name] === other.headers[name])
  );
}

function parsed(text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
