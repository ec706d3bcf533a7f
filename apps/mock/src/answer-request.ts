import { accountOf } from "./account/account.js";
import { chargeAnswer, checkPoints } from "./account/charge.js";
import type { Answer } from "./call.js";
import { conversationOf } from "./conditions/conversation-of.js";
import { asksWhatIsSaid, type Conditions, readSaid, type Subject } from "./conditions/match-conditions.js";
import { createScript } from "./conversation/script.js";
import { createEngine } from "./examples/engine.js";
import { createExampleAnswers } from "./examples/example-answer.js";
import { readPreference } from "./examples/prefer.js";
import { breakBefore, faultyAnswer, slowHeadersMs, statusFaultAnswer } from "./faults/answer-fault.js";
import { type AskedFault, readFaults } from "./faults/fault-header.js";
import { faultyScript } from "./faults/stream-fault.js";
import { handlers } from "./handlers.js";
import { checkKey } from "./keys/check-key.js";
import { checkRate } from "./keys/check-rate.js";
import type { TestKey } from "./keys/test-keys.js";
import { delayHeaders } from "./latency/delay-headers.js";
import { latencyByRule, latencyOfRequest } from "./latency/latency-rules.js";
import { timedStream } from "./latency/timed-stream.js";
import type { Recordings } from "./recordings/recordings.js";
import { errorFormOf, Refusal, refusalAnswer } from "./refusal.js";
import { type ApiRequest, readApiRequest } from "./request/api-request.js";
import { checkBodyWeight, letOthersIn } from "./request/body-weight.js";
import { checkCustomParameters } from "./request/custom-parameters.js";
import type { RequestContext } from "./request/request-context.js";
import { type Route, routeOf } from "./request/route.js";
import type { Draw } from "./session/chance.js";

/** Answers a call of the service's API, or refuses it, and writes what it finds into the context. */
export type AnswerRequest = (context: RequestContext) => Promise<Answer>;

export interface AnswerRequestOptions {
  seed: number;
  maxBodyBytes: number;
  maxBodyValues: number;
  /** Refuses what the contract says has no effect. */
  isStrict: boolean;
  /** Refuses what the model would have to make up. */
  isRepliesOnly: boolean;
  /** Recorded exchanges that answer the requests which equal theirs. */
  recordings?: Recordings | undefined;
}

/** The order decides which of several faults is reported; it is the one of the architecture page. */
export function createAnswerRequest(options: AnswerRequestOptions): AnswerRequest {
  const { seed, maxBodyBytes, maxBodyValues, isStrict, isRepliesOnly, recordings } = options;
  const answerFromExamples = createExampleAnswers(createEngine(), { seed });

  return async (context) => {
    try {
      const { call, session, entry } = context;
      const { state, world } = session;
      if (call.body === undefined) {
        throw new Refusal("request_too_large", `The request body is larger than ${maxBodyBytes} bytes.`);
      }
      await checkBodyWeight(call, { maxBodyValues });
      const route = routeOf(call.method, call.path);
      const { operationId, stream: dialect = "" } = route.operation;
      entry.operationId = operationId;
      context.operationId = operationId;
      context.dialect = dialect;
      const { key, rights, faultByKey } = await checkKey(route.operation, call, state);
      entry.key = key;
      context.key = key;
      context.account = accountOf(key, rights);
      context.keyName = rights.name;
      const latencyAsked = latencyOfRequest(call.headers["x-mock-latency"]);
      context.latency = latencyAsked ?? session.latency;
      const { counted } = context;
      const window = counted?.key === key ? counted.window : await state.countRequest(key);
      const rateHeaders = checkRate(window, { form: errorFormOf(call.path), nowMs: entry.atMs });
      const isReplayed = recordings !== undefined && faultByKey === "" && !(await isRuled(route, context));
      const replay = isReplayed ? await recordings.find(context) : undefined;
      if (replay !== undefined) {
        checkPermission(rights);
        const answer = await replay();
        return { ...answer, headers: { ...answer.headers, ...rateHeaders } };
      }
      const request = await readApiRequest(route, call);
      if (request instanceof Refusal) return refusalAnswer(request, errorFormOf(call.path));
      await letOthersIn(call.body);
      await checkCustomParameters(request, { isStrict, note: context.note });
      request.model = world.catalogue.check(request);
      checkPermission(rights);
      checkPoints(request, context);
      const found = await readSubject(request, context);
      const askedFor = [call.headers["x-mock-fault"], request.faultByName, faultByKey].filter(Boolean).join(", ");
      const asked =
        askedFor === "" ? await session.faults.take(found.subject, found.draw) : readFaults(askedFor, request);
      if (asked.length > 0) entry.faults = asked.map(({ name }) => name);
      context.latency = latencyAsked ?? latencyByRule(world.latencies, found) ?? session.latency;
      const answer = await answerChecked(request, asked, context);
      return { ...answer, headers: { ...rateHeaders, ...answer.headers } };
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error, errorFormOf(context.call.path));
      throw error;
    }
  };

  /** Answers a request that nothing speaks against, with the faults that were asked for, and charges for it. */
  async function answerChecked(request: ApiRequest, asked: AskedFault[], context: RequestContext): Promise<Answer> {
    const { call, session, entry, dialect } = context;
    const requestText = () => JSON.stringify([call.path, request.fields]);
    const stream = (events: Iterable<string>) =>
      timedStream({ ...faultyScript(events, { asked, dialect }), requestText }, context);
    const preference = readPreference(call.headers.prefer);
    const handler = preference === undefined ? handlers[request.operation.operationId] : undefined;
    const { wholeAnswer, compose, delayMs } = createScript(request, context, { isRepliesOnly });
    const good =
      statusFaultAnswer(asked, errorFormOf(call.path)) ??
      (handler && ((await wholeAnswer()) ?? (await handler(request, { ...context, compose, stream })))) ??
      (await answerFromExamples(request, { preference, stream }));
    const answer = faultyAnswer(good, asked);
    // A stream comes in time by itself.
    const readyMs = entry.atMs + (typeof good.body === "function" ? 0 : delayMs());
    await delayHeaders(Math.max(readyMs, session.clock.now()) + slowHeadersMs(asked), answer, context);
    await chargeAnswer(good, request, context);
    breakBefore(answer, asked);
    return answer;
  }
}

/**
 * Reads a request as the rules of its session see it. It is counted only where one of them leaves something to chance, and
 * its conversation is read only where one asks what is said.
 */
async function readSubject(request: ApiRequest, context: RequestContext): Promise<{ subject: Subject; draw: Draw }> {
  const { session, key, entry } = context;
  const { chance, faults, world } = session;
  const some = (isSo: (rule: Conditions & { chance?: number }) => boolean) =>
    faults.some(isSo) || world.latencies.some(isSo);
  const conversation = some(asksWhatIsSaid) ? await conversationOf(request, context) : undefined;
  const draw = some((rule) => rule.chance !== undefined) ? await chance.drawFor(request, entry) : () => true;
  return { subject: { request, key, said: conversation && readSaid(conversation) }, draw };
}

/** True where a fault rule fits a call. None fits a call that the contract refuses, as a recording may be. */
async function isRuled(route: Route, context: RequestContext): Promise<boolean> {
  const { call, session } = context;
  const { faults, world } = session;
  if ((await faults.list()).length === 0) return false;
  try {
    const request = await readApiRequest(route, call);
    if (request instanceof Refusal) return false;
    request.model = world.catalogue.check(request);
    const { subject, draw } = await readSubject(request, context);
    return faults.fits(subject, draw);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function checkPermission({ hasPermission }: TestKey): void {
  if (!hasPermission) throw new Refusal("permission_denied", "This API key has no permission for this operation.");
}
