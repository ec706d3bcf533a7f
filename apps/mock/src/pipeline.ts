import { checkAdminCall } from "./admin/guard.js";
import { type AnswerRequestOptions, createAnswerRequest } from "./answer-request.js";
import type { Answer, Call, DisconnectSignal } from "./call.js";
import { type Clock, systemClock } from "./clock.js";
import { answerConsole } from "./console.js";
import { answerDocs } from "./docs.js";
import { ConnectionFault } from "./faults/connection-fault.js";
import { answerFile } from "./files/answer-file.js";
import { answerHealth, isHealthPath } from "./health.js";
import { byteRange } from "./http/byte-range.js";
import { answerAdminPreflight, answerOptions, openedTo } from "./http/cross-origin.js";
import { type HostRules, isHostAllowed, isHostFixed, refuseHost } from "./http/host.js";
import { createHttpDate } from "./http/http-date.js";
import { watchAnswer } from "./journal/watch-answer.js";
import type { LatencyValues } from "./latency/latency.js";
import { answerMedia } from "./media/media-file.js";
import { errorFormOf, Refusal, refusalAnswer } from "./refusal.js";
import { checkBodyWeight } from "./request/body-weight.js";
import { enterSession, type IncomingRequest, type RequestContext, receiveRequest } from "./request/request-context.js";
import { sessionNameOf } from "./request/session-name.js";
import { createMemoryStore, type Store } from "./store/store.js";
import type { World } from "./world/world.js";

export interface PipelineOptions extends AnswerRequestOptions {
  requestsPerMinute: number;
  /** The balance that a key starts with by default. */
  points: number;
  latency: LatencyValues;
  journalSize: number;
  journalBytes: number;
  world: World;
  /** Calls its listener with each world that takes the place of the one before, as when the data file is saved. */
  onWorld?: ((listener: (world: World) => Promise<void>) => void) | undefined;
  clock?: Clock | undefined;
  /** Keeps sessions and files; they are in memory where there is none. */
  store?: Store | undefined;
  /** True where the admin API answers to other machines too. */
  isRemoteAllowed?: boolean | undefined;
  /** Hosts that a call may be for beside this machine's own names; undefined where any may. */
  hosts?: HostRules | undefined;
  /** Origins whose pages may use the admin API beside the mock's own. */
  allowedOrigins?: readonly string[] | undefined;
  log?: ((line: string) => void) | undefined;
  /** Gets each request that has been answered, in the place of its line to `log`. */
  onAnswer?: ((summary: RequestSummary) => void) | undefined;
}

/** A request that has been answered, for a machine's log: nothing in it is secret. */
export interface RequestSummary {
  operationId?: string;
  session?: string;
  /** The name of the key, not the key. */
  keyName?: string;
  method: string;
  path: string;
  /** 0 where the connection broke before there was one. */
  status: number;
  /** Until its headers were due. */
  ms: number;
}

/**
 * The mock's core: from a call to its answer when that is due. Throws a `ConnectionFault` where the connection breaks
 * instead.
 */
export type Pipeline = (call: Call, disconnectSignal: DisconnectSignal) => Promise<Answer>;

export function createPipeline(options: PipelineOptions): Pipeline {
  const { seed, requestsPerMinute, points, isRemoteAllowed = false, clock: realClock = systemClock } = options;
  const { hosts, allowedOrigins = [], log, onAnswer } = options;
  const { store = createMemoryStore({ ...options, clock: realClock }) } = options;
  const { sessions, files } = store;
  const answerRequest = createAnswerRequest(options);
  const httpDate = createHttpDate();
  options.onWorld?.(sessions.setWorld);

  return async (received, disconnectSignal) => {
    const request = receiveRequest(received, disconnectSignal);
    const startMs = realClock.now();
    let status = 0;
    try {
      const answer = await respond(request);
      status = answer.status;
      return answer;
    } finally {
      if (!isHealthPath(request.call.path)) tell(request, { status, ms: Math.round(realClock.now() - startMs) });
    }
  };

  function tell({ call, context }: IncomingRequest, { status, ms }: { status: number; ms: number }): void {
    const { session, operationId, keyName } = context ?? {};
    const { method } = call;
    const path = printable(call.path);
    if (onAnswer === undefined) return void log?.(`${method} ${path} ${status} ${ms} ms`);
    onAnswer({
      method,
      path,
      status,
      ms,
      ...(operationId !== undefined && { operationId }),
      ...(session !== undefined && { session: session.name }),
      ...(keyName !== undefined && { keyName }),
    });
  }

  /** Answers by the first that is responsible. The service judges its own mistakes. */
  async function respond(request: IncomingRequest): Promise<Answer> {
    const { call } = request;
    try {
      if (isHealthPath(call.path)) return await answerHealth(call, isReady);
      if (!isAllowed(call)) throw new Refusal("permission_denied", refuseHost(call.headers.host));
      if (isOwnPath(call.path)) return await answerOwnPages(request);
    } catch (error) {
      return failed(error, call);
    }
    try {
      return (await answerPublic(call)) ?? (await answerService(request));
    } catch (error) {
      return openedTo(call.headers.origin, failed(error, call));
    }
  }

  async function isReady(): Promise<void> {
    await store.ready();
    await options.recordings?.ready();
  }

  /** A mock that other machines may call has names that it doesn't know; its own pages need one that can't be forged. */
  function isAllowed({ headers: { host }, path }: Call): boolean {
    if (hosts === undefined || isHostAllowed(host, hosts.allowed)) return true;
    return hosts.isOpen && (!isOwnPath(path) || isHostFixed(host));
  }

  /** Answers what needs neither key nor session. */
  async function answerPublic(call: Call): Promise<Answer | undefined> {
    const isRead = call.method === "GET" || call.method === "HEAD";
    const answer =
      call.method === "OPTIONS"
        ? answerOptions(call)
        : isRead
          ? ((await answerDocs(call)) ?? (await answerMedia(call)) ?? (await answerFile(call, files)))
          : undefined;
    return answer && openedTo(call.headers.origin, byteRange(answer, call));
  }

  async function answerService(request: IncomingRequest): Promise<Answer> {
    const { call, sessionNames } = request;
    const asked = { name: sessionNameOf(sessionNames), worldName: call.headers["x-mock-world"] };
    const context = enterSession(request, await sessions.enter(call, asked), { files, seed });
    try {
      return completed(await answerRequest(context), context);
    } catch (error) {
      if (error instanceof ConnectionFault) context.session.journal.publish(context.entry);
      return completed(failed(error, call), context);
    }
  }

  /** The answer with the headers that every answer of the service has, watched by the journal. */
  function completed(answer: Answer, { call, entry, session }: RequestContext): Answer {
    const { clock, makeId, journal } = session;
    const headers = {
      ...answer.headers,
      ...(answer.headers["content-type"]?.startsWith("text/event-stream") && streamHeaders),
      "x-request-id": makeId("req-", 24),
      date: httpDate(clock.now()),
    };
    const opened = openedTo(call.headers.origin, { ...withoutStream(answer, call), headers });
    return watchAnswer(opened, { entry, now: clock.now, journal });
  }

  /**
   * The mock's own pages and its admin API: with no CORS but for the origins that are allowed, and no entry in a
   * journal.
   */
  async function answerOwnPages(request: IncomingRequest): Promise<Answer> {
    const { call } = request;
    const { origin } = call.headers;
    const opened = call.path.startsWith("/_mock/api/") ? allowedOrigins : [];
    const answering = administer(request, opened);
    if (origin === undefined || !opened.includes(origin)) return answering;
    const answer = await answering.catch((error: unknown) => failed(error, call));
    return openedTo(origin, answer);
  }

  async function administer({ call, sessionNames }: IncomingRequest, opened: readonly string[]): Promise<Answer> {
    checkAdminCall(call, { isRemoteAllowed, allowedOrigins: opened });
    const isPreflight = call.method === "OPTIONS" && call.headers["access-control-request-method"] !== undefined;
    if (isPreflight) return answerAdminPreflight(call);
    const name = sessionNameOf(sessionNames.filter(({ place }) => place === "path"));
    if (name !== undefined && /^\/_mock\/?$/.test(call.path)) {
      return { status: 307, headers: { location: `/_mock?session=${name}` }, body: "" };
    }
    const page = await answerConsole(call);
    if (page !== undefined) return page;
    await checkBodyWeight(call, options);
    // It is not loaded before it is needed, so that the first answer of the service comes sooner.
    const { answerAdmin } = await import("./admin/answer-admin.js");
    return withoutStream(await answerAdmin(call, { sessions, requestsPerMinute, points }), call);
  }

  function failed(error: unknown, call: Call): Answer {
    if (error instanceof ConnectionFault) throw error;
    const form = errorFormOf(call.path);
    if (error instanceof Refusal) return refusalAnswer(error, form);
    log?.(`A fault of the mock: ${error instanceof Error ? error.stack : String(error)}`);
    return refusalAnswer(
      new Refusal("internal_error", "The mock failed; this is a fault of the mock, not of the request."),
      form,
    );
  }
}

const isOwnPath = (path: string) => path === "/_mock" || path.startsWith("/_mock/");

/** To HEAD no stream is sent, so none begins. */
function withoutStream(answer: Answer, { method }: Call): Answer {
  return method === "HEAD" && typeof answer.body === "function" ? { ...answer, body: "" } : answer;
}

/** A proxy that compresses holds a stream back until it ends, or has enough for a block (RFC 9110, section 7.7). */
const streamHeaders = { "cache-control": "no-cache, no-transform" };

const printable = (path: string) => path.slice(0, 200).replace(/[^\x20-\x7e]/g, "?");
