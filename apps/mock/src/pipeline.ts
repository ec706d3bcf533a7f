import { chargeAnswer, checkPoints } from "./account/charge.js";
import { checkAdminCall } from "./admin/guard.js";
import { checkKey } from "./api-key.js";
import { readApiRequest } from "./api-request.js";
import { behaviours } from "./behaviours.js";
import type { Answer, Call } from "./call.js";
import { type Clock, systemClock } from "./clock.js";
import { answerConsole } from "./console/answer-console.js";
import { createScript } from "./conversation/script.js";
import { answerOptions, crossOriginHeaders } from "./cross-origin.js";
import { createCustomParameterCheck } from "./custom-parameters.js";
import { answerDocs } from "./docs.js";
import { createEngine } from "./engine.js";
import { createExampleAnswers } from "./example-answer.js";
import { faultyAnswer } from "./faults/answer-fault.js";
import { readFaults } from "./faults/fault-header.js";
import { statusFaultAnswer } from "./faults/status-fault.js";
import { faultyScript } from "./faults/stream-fault.js";
import { answerFile } from "./files/answer-file.js";
import { createFileStore } from "./files/file-store.js";
import type { Fixtures } from "./fixtures/fixtures.js";
import { isHostAllowed } from "./host.js";
import { createHttpDate } from "./http-date.js";
import type { JournalEntry } from "./journal/journal.js";
import { watchAnswer } from "./journal/watch-answer.js";
import { createAdmission } from "./latency/admission.js";
import type { LatencyValues } from "./latency/latency.js";
import { latencyOfRequest } from "./latency/latency-header.js";
import { paced } from "./latency/paced.js";
import { answerMedia } from "./media/answer-media.js";
import { readPreference } from "./prefer.js";
import { checkRate } from "./rate-limit.js";
import { errorFormOf, Refusal, refusalAnswer } from "./refusal.js";
import { routeOf } from "./route.js";
import type { Session } from "./session/session.js";
import { createSessions } from "./session/sessions.js";
import type { TestKey } from "./test-keys.js";
import type { World } from "./world/world.js";

export interface PipelineOptions {
  latency: LatencyValues;
  seed: number;
  maxBodyBytes: number;
  requestsPerMinute: number;
  journalSize: number;
  world: World;
  /** Calls its listener with each world that takes the place of the one before, as when the data file is saved. */
  onWorld?: ((listener: (world: World) => void) => void) | undefined;
  /** Refuses what the contract says has no effect. */
  isStrict: boolean;
  /** Recorded exchanges that answer the requests which equal theirs. */
  fixtures?: Fixtures | undefined;
  clock?: Clock | undefined;
  /** Whether the admin API answers to other machines too. */
  isRemoteAllowed?: boolean | undefined;
  /** Hosts that a call may be for beside this machine's own names; undefined where any may. */
  allowedHosts?: string[] | undefined;
  log?: ((line: string) => void) | undefined;
  /** Gets each request that has been answered, in the place of its line to `log`. */
  onAnswer?: ((summary: RequestSummary) => void) | undefined;
}

/** A request that has been answered, for a machine's log: nothing in it is secret. */
export interface RequestSummary extends Seen {
  method: string;
  path: string;
  status: number;
  ms: number;
}

/** What becomes known about a request on its way. */
interface Seen {
  operationId?: string;
  session?: string;
  /** The name of the key, not the key. */
  keyName?: string;
}

/** The mock's core: from a call to its answer. It never throws. */
export type Pipeline = (call: Call) => Promise<Answer>;

export function createPipeline(options: PipelineOptions): Pipeline {
  const {
    latency,
    seed,
    maxBodyBytes,
    requestsPerMinute,
    isRemoteAllowed = false,
    clock: realClock = systemClock,
    isStrict,
    fixtures,
    allowedHosts,
    log,
    onAnswer,
  } = options;
  const sessions = createSessions({ ...options, clock: realClock });
  const answerFromExamples = createExampleAnswers(createEngine());
  const checkCustom = createCustomParameterCheck();
  const admit = createAdmission();
  const files = createFileStore();
  const httpDate = createHttpDate();
  options.onWorld?.(sessions.setWorld);

  return async (call) => {
    const startMs = realClock.now();
    await admit();
    const seen: Seen = {};
    const answer = await respond(call, seen).catch((error: unknown) => failed(error, call));
    const ms = Math.round(realClock.now() - startMs);
    const path = printable(call.path);
    const summary = { method: call.method, path, status: answer.status, ms, ...seen };
    if (onAnswer !== undefined) onAnswer(summary);
    else log?.(`${summary.method} ${path} ${summary.status} ${ms} ms`);
    return answer;
  };

  async function respond(call: Call, seen: Seen): Promise<Answer> {
    if (allowedHosts !== undefined && !isHostAllowed(call.headers.host, allowedHosts)) {
      throw new Refusal(
        "permission_denied",
        "The mock does not answer to this Host; start it with --allow-host to let it in.",
      );
    }
    if (call.path === "/_mock" || call.path.startsWith("/_mock/")) return answerOwnPages(call);
    const own =
      call.method === "OPTIONS"
        ? answerOptions(call)
        : ((await answerDocs(call)) ?? (await answerMedia(call)) ?? answerFile(call, files));
    if (own !== undefined) return withCors(own);
    const session = sessions.of(call.headers["x-mock-session"], call.headers["x-mock-world"]);
    seen.session = session.name;
    const { clock, makeId, journal } = session;
    const entry = journal.begin(call, clock.now());
    const answer = await answerApi(call, { session, entry, seen }).catch((error: unknown) => failed(error, call));
    const headers = {
      ...withCors(answer).headers,
      "x-request-id": makeId("req-", 24),
      date: httpDate(clock.now()),
    };
    return watchAnswer({ ...answer, headers }, { entry, now: clock.now, onEnd: journal.publish });
  }

  /** The mock's own pages and its admin API: with no CORS, and no entry in a journal. */
  async function answerOwnPages(call: Call): Promise<Answer> {
    checkAdminCall(call, { isRemoteAllowed });
    const page = await answerConsole(call);
    if (page !== undefined) return page;
    // It is not loaded before it is needed, so that the first answer of the service comes sooner.
    const { answerAdmin } = await import("./admin/answer-admin.js");
    return answerAdmin(call, { sessions, requestsPerMinute }).catch((error: unknown) => failed(error, call));
  }

  /** The order decides which of several faults is reported; it is the one of the architecture page. */
  async function answerApi(
    call: Call,
    { session, entry, seen }: { session: Session; entry: JournalEntry; seen: Seen },
  ): Promise<Answer> {
    const { state, clock, scheduler, makeId, world } = session;
    const { catalogue } = world;
    if (call.body === undefined) {
      throw new Refusal("request_too_large", `The request body is larger than ${maxBodyBytes} bytes.`);
    }
    const route = routeOf(call.method, call.path);
    entry.operationId = route.operation.operationId;
    seen.operationId = route.operation.operationId;
    const { key, rights, faultByKey } = await checkKey(route.operation, call, state);
    entry.key = key;
    seen.keyName = rights.name;
    const note = (sentence: string) => void entry.notices.push(sentence);
    const latencyAsked = latencyOfRequest(call.headers["x-mock-latency"]) ?? latency;
    const startMs = entry.atMs;
    const rateHeaders = checkRate(await state.countRequest(key, startMs), {
      form: errorFormOf(call.path),
      nowMs: startMs,
    });
    const replay = await fixtures?.answer(call, { session, key, startMs, latency: latencyAsked, note });
    if (replay !== undefined) {
      checkPermission(rights);
      return { ...replay, headers: { ...replay.headers, ...rateHeaders } };
    }
    const request = await readApiRequest(route, call);
    await checkCustom(request, { isStrict, note });
    request.model = catalogue.check(request);
    checkPermission(rights);
    await checkPoints(request, { state, key });
    const askedFor = [call.headers["x-mock-fault"], request.faultByName, faultByKey].filter(Boolean).join(", ");
    const asked = askedFor === "" ? session.faults.take(request, key) : readFaults(askedFor, request);
    entry.faults = asked.map(({ name }) => name);
    const dialect = request.operation.stream ?? "";
    const pace = {
      latency: latencyAsked,
      scheduler,
      startMs,
      requestText: () => JSON.stringify([call.path, request.fields]),
      seed,
      dialect,
      onRevoked: (listener: () => void) => state.onRevoked(key, listener),
    };
    const stream = (events: string[]) => paced(faultyScript(events, { asked, dialect }), pace);
    const preference = readPreference(call.headers.prefer);
    const behaviour = preference === undefined ? behaviours[request.operation.operationId] : undefined;
    const script = createScript({ request, replies: session.replies, seed, note });
    const good =
      statusFaultAnswer(asked, errorFormOf(call.path)) ??
      (behaviour && script.wholeAnswer()) ??
      (await (behaviour?.(request, {
        state,
        catalogue,
        files,
        makeId,
        clock,
        seed,
        origin: call.origin,
        key,
        stream,
        compose: script.compose,
      }) ?? answerFromExamples(request, { preference, stream })));
    const answer = faultyAnswer(script.withBody(good), { asked, scheduler, clock });
    await chargeAnswer(good, { request, state, catalogue, makeId, key, nowMs: clock.now() });
    return { ...answer, headers: { ...rateHeaders, ...answer.headers } };
  }

  function failed(error: unknown, call: Call): Answer {
    const form = errorFormOf(call.path);
    if (error instanceof Refusal) return refusalAnswer(error, form);
    log?.(`A fault of the mock: ${error instanceof Error ? error.stack : String(error)}`);
    return refusalAnswer(
      new Refusal("internal_error", "The mock failed; this is a fault of the mock, not of the request."),
      form,
    );
  }
}

function withCors(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...crossOriginHeaders } };
}

function checkPermission({ hasPermission }: TestKey): void {
  if (!hasPermission) throw new Refusal("permission_denied", "This API key has no permission for this operation.");
}

const printable = (path: string) => path.slice(0, 200).replace(/[^\x20-\x7e]/g, "?");
