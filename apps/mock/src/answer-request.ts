import { chargeAnswer, checkPoints } from "./account/charge.js";
import { behaviours } from "./behaviours.js";
import type { Answer, Call, Gone } from "./call.js";
import { createScript } from "./conversation/script.js";
import { createEngine } from "./examples/engine.js";
import { createExampleAnswers } from "./examples/example-answer.js";
import { readPreference } from "./examples/prefer.js";
import { breakBefore, faultyAnswer, slowHeadersMs } from "./faults/answer-fault.js";
import { type AskedFault, readFaults } from "./faults/fault-header.js";
import { statusFaultAnswer } from "./faults/status-fault.js";
import { faultyScript } from "./faults/stream-fault.js";
import type { FileStore } from "./files/file-store.js";
import type { JournalEntry } from "./journal/journal.js";
import { checkKey } from "./keys/check-key.js";
import { checkRate } from "./keys/check-rate.js";
import type { TestKey } from "./keys/test-keys.js";
import { holdUntil } from "./latency/hold.js";
import { spokenMs } from "./latency/latency.js";
import { latencyOfRequest } from "./latency/latency-header.js";
import { latencyByRule } from "./latency/latency-rules.js";
import { paced } from "./latency/paced.js";
import type { Recordings } from "./recordings/recordings.js";
import { errorFormOf, Refusal } from "./refusal.js";
import { type ApiRequest, readApiRequest } from "./request/api-request.js";
import type { Asking } from "./request/asking.js";
import { checkBodyWeight, letOthersIn } from "./request/body-weight.js";
import { createCustomParameterCheck } from "./request/custom-parameters.js";
import { type Route, routeOf } from "./request/route.js";
import type { Session } from "./session/session.js";

/** What becomes known about a request on its way. */
export interface Seen {
  operationId?: string;
  session?: string;
  /** The name of the key, not the key. */
  keyName?: string;
}

/** Answers a call of the service's API, and writes what it sees into `entry` and `seen`. Throws a refusal. */
export type AnswerRequest = (
  call: Call,
  options: { session: Session; entry: JournalEntry; seen: Seen; gone: Gone },
) => Promise<Answer>;

export interface AnswerRequestOptions {
  seed: number;
  maxBodyBytes: number;
  maxBodyValues: number;
  /** Refuses what the contract says has no effect. */
  isStrict: boolean;
  /** Recorded exchanges that answer the requests which equal theirs. */
  recordings?: Recordings | undefined;
  files: FileStore;
}

/** The order decides which of several faults is reported; it is the one of the architecture page. */
export function createAnswerRequest(options: AnswerRequestOptions): AnswerRequest {
  const { seed, maxBodyBytes, maxBodyValues, isStrict, recordings, files } = options;
  const answerFromExamples = createExampleAnswers(createEngine(), { seed });
  const checkCustom = createCustomParameterCheck();

  return async (call, { session, entry, seen, gone }) => {
    const { state, world } = session;
    if (call.body === undefined) {
      throw new Refusal("request_too_large", `The request body is larger than ${maxBodyBytes} bytes.`);
    }
    await checkBodyWeight(call, { maxBodyValues });
    const route = routeOf(call.method, call.path);
    const { operationId, stream: dialect = "" } = route.operation;
    entry.operationId = operationId;
    seen.operationId = operationId;
    const { key, rights, faultByKey } = await checkKey(route.operation, call, state);
    entry.key = key;
    seen.keyName = rights.name;
    const latencyAsked = latencyOfRequest(call.headers["x-mock-latency"]);
    const asking: Asking = {
      session,
      key,
      startMs: entry.atMs,
      latency: latencyAsked ?? session.latency,
      dialect,
      gone,
      entry,
      note: (sentence) => session.journal.note(entry, sentence),
    };
    const rateHeaders = checkRate(await state.countRequest(key, entry.atMs), {
      form: errorFormOf(call.path),
      nowMs: entry.atMs,
    });
    const isFaulty = faultByKey !== "" || (recordings !== undefined && (await isRuled(route, call, asking)));
    const replay = isFaulty ? undefined : await recordings?.find(call, asking);
    if (replay !== undefined) {
      checkPermission(rights);
      const answer = await replay();
      return { ...answer, headers: { ...answer.headers, ...rateHeaders } };
    }
    const request = await readApiRequest(route, call);
    await letOthersIn(call.body);
    await checkCustom(request, { isStrict, note: asking.note });
    request.model = world.catalogue.check(request);
    checkPermission(rights);
    await checkPoints(request, { state, key });
    const draw = session.chance.drawFor(request, entry);
    const askedFor = [call.headers["x-mock-fault"], request.faultByName, faultByKey].filter(Boolean).join(", ");
    const asked = askedFor === "" ? session.faults.take(request, key, draw) : readFaults(askedFor, request);
    entry.faults = asked.map(({ name }) => name);
    asking.latency = latencyAsked ?? latencyByRule(world.latencies, { request, draw }) ?? session.latency;
    const answer = await answerChecked(call, { request, asking, asked });
    return { ...answer, headers: { ...rateHeaders, ...answer.headers } };
  };

  /** Answers a request that nothing speaks against, with the faults that were asked for, and charges for it. */
  async function answerChecked(
    call: Call,
    { request, asking, asked }: { request: ApiRequest; asking: Asking; asked: AskedFault[] },
  ): Promise<Answer> {
    const { session, key, dialect, startMs, note } = asking;
    const { state, clock, scheduler, makeId, world } = session;
    const { catalogue } = world;
    const pace = {
      ...asking,
      scheduler,
      now: clock.now,
      seed,
      requestText: () => JSON.stringify([call.path, request.fields]),
      onRevoked: (listener: () => void) => state.onRevoked(key, listener),
    };
    const stream = (events: string[]) => paced(faultyScript(events, { asked, dialect }), pace);
    const preference = readPreference(call.headers.prefer);
    const behaviour = preference === undefined ? behaviours[request.operation.operationId] : undefined;
    const { wholeAnswer, compose, withBody, piecesSaid } = createScript({
      request,
      replies: session.replies,
      seed,
      note,
    });
    const { origin } = call;
    const context = { state, catalogue, files, makeId, clock, seed, origin, key, stream, compose };
    const good =
      statusFaultAnswer(asked, errorFormOf(call.path)) ??
      (behaviour && wholeAnswer()) ??
      (await (behaviour?.(request, context) ?? answerFromExamples(request, { preference, stream })));
    const answer = faultyAnswer(withBody(good), asked);
    // A stream comes in time by itself.
    const pieces = typeof good.body === "function" ? 0 : piecesSaid();
    const readyMs = pieces === 0 ? startMs : startMs + spokenMs(asking.latency, pieces);
    await holdUntil(Math.max(readyMs, clock.now()) + slowHeadersMs(asked), answer, asking);
    await chargeAnswer(good, { request, state, catalogue, makeId, key, nowMs: clock.now() });
    breakBefore(answer, asked);
    return answer;
  }
}

/** Whether a fault rule fits a call. What the contract refuses, as recordings may be, none fits. */
async function isRuled(route: Route, call: Call, { session, key, entry }: Asking): Promise<boolean> {
  const { faults, world, chance } = session;
  if (faults.list().length === 0) return false;
  try {
    const request = await readApiRequest(route, call);
    request.model = world.catalogue.check(request);
    return faults.fits(request, key, chance.drawFor(request, entry));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function checkPermission({ hasPermission }: TestKey): void {
  if (!hasPermission) throw new Refusal("permission_denied", "This API key has no permission for this operation.");
}
