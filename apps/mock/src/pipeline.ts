import { chargeAnswer, checkPoints } from "./account/charge.js";
import { checkKey } from "./api-key.js";
import { readApiRequest } from "./api-request.js";
import { behaviours } from "./behaviours.js";
import type { Answer, Call } from "./call.js";
import { type Clock, systemClock } from "./clock.js";
import { answerOptions, crossOriginHeaders } from "./cross-origin.js";
import { answerDocs } from "./docs.js";
import { createEngine } from "./engine.js";
import { createExampleAnswers } from "./example-answer.js";
import { faultyAnswer } from "./faults/answer-fault.js";
import { readFaults } from "./faults/fault-header.js";
import { statusFaultAnswer } from "./faults/status-fault.js";
import { faultyScript } from "./faults/stream-fault.js";
import { isHostAllowed } from "./host.js";
import { createIds } from "./ids.js";
import { createAdmission } from "./latency/admission.js";
import type { LatencyValues } from "./latency/latency.js";
import { latencyOfRequest } from "./latency/latency-header.js";
import { paced } from "./latency/paced.js";
import { createScheduler } from "./latency/scheduler.js";
import { checkModel } from "./models.js";
import { readPreference } from "./prefer.js";
import { checkRate } from "./rate-limit.js";
import { errorFormOf, Refusal, refusalAnswer } from "./refusal.js";
import { routeOf } from "./route.js";
import { createState } from "./state.js";
import type { TestKey } from "./test-keys.js";

export interface PipelineOptions {
  latency: LatencyValues;
  seed: number;
  maxBodyBytes: number;
  requestsPerMinute: number;
  clock?: Clock | undefined;
  /** Hosts that a call may be for beside this machine's own names; undefined where any may. */
  allowedHosts?: string[] | undefined;
  log?: ((line: string) => void) | undefined;
}

/** The mock's core: from a call to its answer. It never throws. */
export type Pipeline = (call: Call) => Promise<Answer>;

export function createPipeline(options: PipelineOptions): Pipeline {
  const { latency, seed, maxBodyBytes, requestsPerMinute, clock = systemClock, allowedHosts, log } = options;
  const makeId = createIds(seed);
  const state = createState({ requestsPerMinute });
  const answerFromExamples = createExampleAnswers(createEngine());
  const scheduler = createScheduler(clock);
  const admit = createAdmission();

  return async (call) => {
    const startMs = clock.now();
    await admit();
    const answer = await respond(call, startMs).catch((error: unknown) => failed(error, call));
    log?.(`${call.method} ${printable(call.path)} ${answer.status} ${Math.round(clock.now() - startMs)} ms`);
    return { ...answer, headers: { ...answer.headers, ...crossOriginHeaders, "x-request-id": makeId("req-", 24) } };
  };

  /** The order decides which of several faults is reported; it is the one of the architecture page. */
  async function respond(call: Call, startMs: number): Promise<Answer> {
    if (call.body === undefined) {
      throw new Refusal("request_too_large", `The request body is larger than ${maxBodyBytes} bytes.`);
    }
    if (allowedHosts !== undefined && !isHostAllowed(call.headers.host, allowedHosts)) {
      throw new Refusal(
        "permission_denied",
        "The mock does not answer to this Host; start it with --allow-host to let it in.",
      );
    }
    const own = call.method === "OPTIONS" ? answerOptions(call) : await answerDocs(call);
    if (own !== undefined) return own;

    const route = routeOf(call.method, call.path);
    const { key, rights } = await checkKey(route.operation, call, state);
    const nowMs = clock.now();
    const rateHeaders = checkRate(await state.countRequest(key, nowMs), { form: errorFormOf(call.path), nowMs });
    const request = await readApiRequest(route, call);
    checkModel(request);
    checkPermission(rights);
    await checkPoints(request, { state, key });
    const asked = readFaults(call.headers["x-mock-fault"], request);
    const pace = {
      latency: latencyOfRequest(call.headers["x-mock-latency"]) ?? latency,
      scheduler,
      startMs,
      requestText: () => JSON.stringify([call.path, request.fields]),
      seed,
    };
    const dialect = request.operation.stream ?? "";
    const stream = (events: string[]) => paced(faultyScript(events, { asked, dialect }), pace);
    const preference = readPreference(call.headers.prefer);
    const behaviour = preference === undefined ? behaviours[request.operation.operationId] : undefined;
    const good =
      statusFaultAnswer(asked, errorFormOf(call.path)) ??
      (await (behaviour?.(request, { state, makeId, clock, seed, key, stream }) ??
        answerFromExamples(request, { preference, stream })));
    const answer = faultyAnswer(good, { asked, scheduler, clock });
    await chargeAnswer(good, { request, state, makeId, key, nowMs: clock.now() });
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

function checkPermission({ hasPermission }: TestKey): void {
  if (!hasPermission) throw new Refusal("permission_denied", "This API key has no permission for this operation.");
}

const printable = (path: string) => path.slice(0, 200).replace(/[^\x20-\x7e]/g, "?");
