import type { Area } from "./areas.js";
import { chooseModel, isAdvertised } from "./choose-model.js";
import { callOf } from "./describe.js";
import type { Exchange, ExchangePlan, Facts, Missing } from "./exchange.js";
import { areaOf } from "./rule.js";
import { readStream } from "./stream-reading.js";
import { headerOf, jsonOf, type WireReply, type WireRequest, type WireResult } from "./wire/wire.js";
import { writeRequest } from "./write-request.js";

const notOffered = [404, 405, 501];
const transient = [429, 503];
const maxRetries = 2;
const longestWaitMs = 5_000;
const maxTimeOuts = { inArea: 2, inAll: 4 };

/** What a session needs from outside. */
export interface SessionOptions {
  areas: Area[];
  root: string;
  key: string;
  /** The model for chat, where the caller has named one. */
  model?: string;
  send: (request: WireRequest) => Promise<WireResult>;
  sleep: (ms: number) => Promise<unknown>;
  onCall?: (plan: ExchangePlan) => void;
}

/** The calls to one deployment: each is made when it is first asked for, and once. */
export interface Session {
  exchange(id: string): Promise<Exchange | Missing>;
  /** How many requests were sent, retries included. */
  readonly calls: number;
  /** How many of them were answered and cost points. */
  readonly billedCalls: number;
}

/** Opens a session. Nothing is sent before an exchange is asked for. */
export function openSession({ areas, root, key, model, send, sleep, onCall }: SessionOptions): Session {
  const made = new Map<string, Promise<Exchange | Missing>>();
  const timeOuts: string[] = [];
  let calls = 0;
  let billedCalls = 0;
  let modelList: unknown;

  const facts: Facts = {
    modelFor: (use) => (use === "chat" && model !== undefined ? model : chooseModel(modelList, use)),
  };

  return {
    get calls() {
      return calls;
    },
    get billedCalls() {
      return billedCalls;
    },
    exchange,
  };

  function exchange(id: string): Promise<Exchange | Missing> {
    const known = made.get(id) ?? make(planOf(id));
    made.set(id, known);
    return known;
  }

  async function make(plan: ExchangePlan): Promise<Exchange | Missing> {
    if (plan.id !== "models/list") await exchange("models/list");
    if (plan.needs !== undefined) {
      const needed = await exchange(plan.needs);
      if ("outcome" in needed) return needed;
    }
    const inArea = timeOuts.filter((id) => areaOf(id) === areaOf(plan.id));
    if (inArea.length >= maxTimeOuts.inArea || timeOuts.length >= maxTimeOuts.inAll) {
      return { outcome: "disturbed", reason: `Not called, because no answer came in time to ${timeOuts.join(", ")}.` };
    }
    const call = plan.write(facts);
    if ("because" in call)
      return { outcome: isOptional(plan) ? "skip" : "blocked", reason: `Not called: ${call.because}.` };

    const request = writeRequest(plan, call, { root, key });
    const { reply, failure } = await sendPatiently(plan, request);
    if (failure?.kind === "time-out") timeOuts.push(plan.id);
    if (plan.id === "models/list") modelList = reply && jsonOf(reply)?.value;
    if (reply !== undefined && notOffered.includes(reply.status) && mayBeAbsent(plan)) {
      return { outcome: "skip", reason: `Not offered: ${callOf({ plan })} answered ${reply.status}.` };
    }
    const stream = once(() => readStream(plan.operationId, reply?.body ?? new Uint8Array()));
    return { plan, request, ...(reply && { reply }), ...(failure && { failure }), stream };
  }

  /** Repeats what was refused for the moment only (R7.10), as long as the server does not ask for a long wait. */
  async function sendPatiently(plan: ExchangePlan, request: WireRequest): Promise<WireResult> {
    for (let retry = 0; ; retry += 1) {
      onCall?.(plan);
      calls += 1;
      const result = await send(request);
      if (plan.isBilled && result.reply?.status === 200) billedCalls += 1;
      const waitMs = result.reply && waitBeforeRetry(result.reply, retry);
      if (waitMs === undefined) return result;
      await sleep(waitMs);
    }
  }

  function mayBeAbsent(plan: ExchangePlan): boolean {
    const path = areas.find(({ name }) => name === areaOf(plan.id))?.path;
    return plan.mayBeAbsent === true && !(path !== undefined && isAdvertised(modelList, path));
  }

  function isOptional(plan: ExchangePlan): boolean {
    return areas.some(({ name, isRequired }) => name === areaOf(plan.id) && !isRequired);
  }

  function planOf(id: string): ExchangePlan {
    const plan = areas.flatMap((area) => area.exchanges).find((each) => each.id === id);
    if (plan === undefined) throw new Error(`There is no exchange ${id}.`);
    return plan;
  }
}

function waitBeforeRetry(reply: WireReply, retry: number): number | undefined {
  if (!transient.includes(reply.status) || retry >= maxRetries) return undefined;
  const seconds = Number(headerOf(reply, "retry-after") ?? Number.NaN);
  const waitMs = Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 500 * 2 ** retry;
  return waitMs <= longestWaitMs ? waitMs : undefined;
}

function once<Value>(read: () => Value): () => Value {
  let result: { value: Value } | undefined;
  return () => {
    result ??= { value: read() };
    return result.value;
  };
}
