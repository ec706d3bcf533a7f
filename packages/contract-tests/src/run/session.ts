import { valueAt } from "@model-access/contract";
import { areaNamed } from "../area.js";
import { bodyOf, isUndecided } from "../checks/reply.js";
import type { Call, Exchange, ExchangePlan, Missing } from "../exchange.js";
import { isAdvertised } from "../reading/choose-model.js";
import { callOf } from "../reading/describe.js";
import { streamOf } from "../reading/stream-reading.js";
import { areaOf } from "../rule.js";
import { jsonOf, notOffered, type WireReply } from "../wire/wire.js";
import { type Beside, callAhead, mayCallAhead } from "./call-ahead.js";
import { leftToBill, whyOverBudget } from "./call-limits.js";
import { createFacts } from "./create-facts.js";
import { createSender, type SentResult } from "./sender.js";
import type { SessionOptions } from "./session-options.js";
import { shrink } from "./shrink.js";
import { couldBeDear, createSpendingGuard } from "./spending-guard.js";
import { createTimeOuts } from "./time-outs.js";
import { keyOf, kindOfKey, writeRequest } from "./write-request.js";

const maxShrinks = 6;

export type Session = ReturnType<typeof openSession>;

/** The calls to one deployment: each is made when it is first asked for, and once. */
export function openSession(options: SessionOptions) {
  const { areas, root, keys, headers = {}, allow = [], sleep, signal } = options;
  const { maxCalls = Number.POSITIVE_INFINITY } = options;
  const plans = new Map(areas.flatMap(({ exchanges }) => exchanges.map((plan) => [plan.id, plan])));
  const made = new Map<string, Promise<Exchange | Missing>>();
  const finished = new Map<string, Exchange>();
  const timeOuts = createTimeOuts();
  const spending = createSpendingGuard(options);
  const { balance } = spending;
  const sender = createSender(options, { spending, timeOuts });
  const startedAt = performance.now();
  let shrinks = 0;
  let stopped: { by: "budget" | "signal"; because: string } | undefined;

  const replyTo = (id: string) => finished.get(id)?.reply;
  const facts = createFacts(options, { replyTo, modelList: () => bodyOf(replyTo("models/list")) });

  return {
    /** The number of requests that were sent, retries included. */
    get calls() {
      return sender.calls;
    },
    get billedCalls() {
      return spending.billedCalls;
    },
    /** The points that the account has lost; null if they can't be told from its balance. */
    get points() {
      return balance.isStale() || balance.hasRisen() ? null : (balance.spent() ?? null);
    },
    get balanceRose() {
      return balance.hasRisen();
    },
    get stopped() {
      return stopped?.by;
    },
    exchange,
    /** Makes a call that the deployment refuses slowly, and others of its area in `next`, a few at a time. */
    async callAhead(id: string, next: () => string[]): Promise<void> {
      if (!isAhead(planOf(id))) return;
      const inTurn = (plan: ExchangePlan) => `${areaOf(plan.id)} ${plan.priority ?? 0}`;
      const plans = [...new Set(next())]
        .map(planOf)
        .filter((plan) => inTurn(plan) === inTurn(planOf(id)) && !made.has(plan.id));
      // Where a run may have no call left, none comes before its turn.
      const end = planOf(id).priority === undefined ? -1 : plans.findIndex((plan) => !isAhead(plan));
      await callAhead(plans.slice(0, end === -1 ? undefined : end).filter(isAhead), (plan, onSent) =>
        exchange(plan.id, { onSent }),
      );
    },
    /** A refused call, made as small as a few more calls can make it; `isAsWrong` says whether a smaller one still fails. */
    shrink: (exchange: Exchange, isAsWrong: (smaller: Exchange) => boolean) =>
      shrink(exchange, { isAsWrong, send: sendSmaller }),
    made: () => [...finished.values()],
    /** Reads the balance once more where something was charged since. */
    async settle(): Promise<void> {
      if (balance.isStale() && signal?.aborted !== true && sender.calls < maxCalls) await readBalance();
    },
  };

  function exchange(id: string, beside: Beside = {}): Promise<Exchange | Missing> {
    const plan = planOf(id);
    const known = made.get(id) ?? make(plan, beside);
    made.set(id, known);
    if (plan.besides !== undefined && !made.has(plan.besides)) void exchange(plan.besides, { other: known });
    return known;
  }

  /** A deployment that allows few requests, and a limit of points, take one call after the other. */
  function isAhead(plan: ExchangePlan): boolean {
    if (made.has(plan.id)) return false;
    const isOneByOne = options.maxPoints !== undefined || !sender.isAmple;
    return !isOneByOne && mayCallAhead(plan, finished);
  }

  async function make(plan: ExchangePlan, beside: Beside): Promise<Exchange | Missing> {
    if (plan.id !== "models/list") await exchange("models/list");
    for (const id of plan.needs ?? []) {
      const needed = await exchange(id);
      if ("outcome" in needed ? !needed.isNeedless : needed.isAbsent)
        return "outcome" in needed ? needed : { outcome: "blocked", reason: `Not called: ${whyAbsent(needed)}.` };
    }
    const missed = timeOuts.whyNot(plan);
    if (missed !== undefined) return { outcome: "inconclusive", reason: `Not called: ${missed}.` };
    if (plan.allow !== undefined && !allow.includes(plan.allow)) {
      return { outcome: "skip", reason: `Not called: needs --allow ${plan.allow}.`, needs: `--allow ${plan.allow}` };
    }
    const tooMuch = spending.whyNot(plan, { calls: sender.calls });
    if (tooMuch !== undefined) return tooMuch;
    const call = plan.write(facts);
    if ("because" in call) {
      const { because, needs } = call;
      const outcome = needs !== undefined || call.isNeedless || isOptional(plan) ? "skip" : "blocked";
      const about = { ...(needs !== undefined && { needs }), ...(call.isNeedless && { isNeedless: true as const }) };
      return { outcome, reason: `Not called: ${because}.`, ...about };
    }
    if (call.key !== "none" && keyOf(call, keys) === undefined) {
      const { kind: needs, variable } = kindOfKey(call);
      return { outcome: "skip", reason: `Not called: needs ${needs} (${variable}).`, needs };
    }
    return perform({ ...plan, operationId: call.operationId ?? plan.operationId }, call, beside);
  }

  async function perform(plan: ExchangePlan, call: Call, { other, onSent }: Beside): Promise<Exchange | Missing> {
    const request = writeRequest(plan, call, { root, keys, headers });
    const replies: WireReply[] = [];
    const attempts: WireReply[] = [];
    let result: SentResult;
    let id = plan.id;
    let waitedMs = 0;
    if (call.afterMs !== undefined) await sleep(call.afterMs);
    const beganAt = performance.now();
    for (let sent = 1; ; sent += 1) {
      const because = await whyStopped(plan);
      if (because !== undefined) return { outcome: "skip", reason: `Not called: ${because}.`, notRun: true };
      const sending = sender.sendWithRetries(plan, request, { ...call, other });
      onSent?.();
      result = await sending;
      attempts.push(...result.attempts);
      id = result.id;
      if (result.failure?.kind === "stopped") continue;
      if (result.reply !== undefined) replies.push(result.reply);
      if (plan.repeat === undefined || result.reply === undefined || sent >= plan.repeat.atMost) break;
      const { atMostInRun } = plan.repeat;
      if (sender.calls >= (atMostInRun === undefined ? maxCalls : atMostInRun - leftToBill(spending.billedCalls)))
        break;
      if (plan.repeat.until(result.reply, facts, replies.slice(0, -1))) break;
      const { waitMs = 0, longestWaitMs = Number.POSITIVE_INFINITY, mostWaitMs } = plan.repeat;
      const nextMs = Math.min(waitMs * sent, longestWaitMs);
      waitedMs += nextMs;
      if (waitedMs > (mostWaitMs?.(facts) ?? Number.POSITIVE_INFINITY)) break;
      if (nextMs > 0) await sleep(nextMs);
    }
    const { reply, failure } = result;
    if (failure?.kind === "time-out") timeOuts.missed(plan, performance.now() - beganAt);
    const isAbsent = plan.mayBeAbsent === true && isMissing(reply) && (await isMissingToo(plan));
    if (isAbsent && !isWanted(plan))
      return { outcome: "skip", reason: `Not offered: ${whyAbsent({ plan, reply })}.`, isAbsent: true };
    const stream = streamOf(plan.operationId, reply?.body);
    const earlier = replies.slice(0, -1);
    const tookMs = performance.now() - beganAt;
    const exchange: Exchange = {
      id,
      plan,
      request,
      ...(reply && { reply }),
      ...(failure && { failure }),
      ...(isAbsent && { isAbsent }),
      earlier,
      attempts,
      timeOuts: result.timeOuts,
      beganAt,
      tookMs,
      requestMs: result.tookMs,
      stream,
    };
    const answered = (await ofFirstModel(exchange)) ?? (await plainerThan(exchange)) ?? exchange;
    finished.set(plan.id, answered);
    return answered;
  }

  /** The first model's answer where another model refuses a call; undefined where that one refuses it too. */
  async function ofFirstModel(refused: Exchange): Promise<Exchange | undefined> {
    const { plan, reply, request } = refused;
    if (reply === undefined || reply.status < 400 || [401, 402, 429, 503].includes(reply.status)) return undefined;
    const body = plan.forFirstModel?.(JSON.parse(request.body ?? "null"), facts);
    if (body === undefined || (await whyStopped(plan)) !== undefined) return undefined;
    const other = await sendOther(refused, body);
    if (other.reply === undefined || other.reply.status >= 300) return undefined;
    return { ...other, refusedModel: refused };
  }

  /** The answer to a plainer request where a call is refused for what it has in it; undefined where that is refused too. */
  async function plainerThan(refused: Exchange): Promise<Exchange | undefined> {
    const { plan, reply, request, attempts = [] } = refused;
    if (plan.plainer === undefined || reply === undefined || !isForItsBody(reply.status)) return undefined;
    if ((await whyStopped(plan)) !== undefined) return undefined;
    const plainer = await sendOther(refused, plan.plainer(JSON.parse(request.body ?? "null")));
    if (plainer.reply === undefined || plainer.reply.status >= 300) return undefined;
    return { ...plainer, refused, attempts: [...attempts, plainer.reply] };
  }

  async function sendSmaller(exchange: Exchange, json: unknown): Promise<Exchange | undefined> {
    const { plan } = exchange;
    if (shrinks >= maxShrinks || couldBeDear(plan) || (await whyStopped(plan)) !== undefined) return undefined;
    shrinks += 1;
    return sendOther(exchange, json);
  }

  async function sendOther({ plan, request }: Exchange, json: unknown): Promise<Exchange> {
    const body = JSON.stringify(json);
    const length = String(Buffer.byteLength(body));
    const other = { ...request, headers: { ...request.headers, "content-length": length }, body };
    const beganAt = performance.now();
    const { id, reply, failure, tookMs } = await sender.sendOnce(plan, other, {});
    const about = { ...(reply && { reply }), ...(failure && { failure }), beganAt, requestMs: tookMs };
    const stream = streamOf(plan.operationId, reply?.body);
    return { id, plan, request: other, ...about, earlier: [], timeOuts: failure ? 1 : 0, tookMs, stream };
  }

  /** Once stopped, a session stays so. One call is kept for the balance at the end. */
  async function whyStopped(plan: ExchangePlan): Promise<string | undefined> {
    if (signal?.aborted) stopped ??= { by: "signal", because: "the run was interrupted" };
    const mayRead = stopped === undefined && sender.calls + 2 < maxCalls;
    if (mayRead && spending.readsBalanceBefore(plan)) await readBalance();
    const seconds = (performance.now() - startedAt) / 1000;
    const kept = balance.isReadable() && (balance.isStale() || plan.isBilled) ? 1 : 0;
    const because = whyOverBudget(options, { calls: sender.calls + kept, seconds, points: balance.spent() });
    if (because !== undefined) stopped ??= { by: "budget", because };
    return stopped?.because;
  }

  async function readBalance(): Promise<void> {
    const [operationId] = ["getCurrentBalance", "getBalance"].filter((id) => balance.reads(id));
    if (operationId === undefined) return;
    const plan: ExchangePlan = {
      id: "account/money-left",
      operationId,
      says: "a look at the balance",
      isValid: true,
      write: () => ({}),
    };
    const call: Call = {};
    await sender.sendOnce(plan, writeRequest(plan, call, { root, keys, headers }), call);
  }

  /** True where a call that may be answered as what is not there is answered so a second time. */
  async function isMissingToo(plan: ExchangePlan): Promise<boolean> {
    const call = plan.confirmAbsent?.(facts);
    if (call === undefined || "because" in call || (await whyStopped(plan)) !== undefined) return true;
    const other = { ...plan, operationId: call.operationId ?? plan.operationId };
    const { reply } = await sender.sendOnce(other, writeRequest(other, call, { root, keys, headers }), call);
    return reply === undefined || isUndecided(reply.status) || isMissing(reply);
  }

  function isWanted(plan: ExchangePlan): boolean {
    const area = areaNamed(areas, areaOf(plan.id));
    const isSpokenOf = area?.path !== undefined && isAdvertised(facts.modelList, area.path);
    return isSpokenOf || options.require?.includes(area?.name ?? "") === true;
  }

  function isOptional(plan: ExchangePlan): boolean {
    return areaNamed(areas, areaOf(plan.id))?.isRequired === false;
  }

  function planOf(id: string): ExchangePlan {
    const plan = plans.get(id);
    if (plan === undefined) throw new Error(`There is no exchange ${id}.`);
    return plan;
  }
}

/** True where another body could be answered: it is no matter of the key, the account, the path or the moment. */
const isForItsBody = (status: number) => status >= 400 && ![401, 402, 403, ...notOffered, 429, 503].includes(status);

/** A 404 of what looks for a model and finds none is the answer of a path that is there. */
function isMissing(reply: WireReply | undefined): boolean {
  if (reply === undefined || !notOffered.includes(reply.status)) return false;
  return valueAt(jsonOf(reply)?.value, "/error/code") !== "model_not_found";
}

const whyAbsent = ({ plan, reply }: { plan: ExchangePlan; reply?: WireReply | undefined }) =>
  `${callOf({ plan })} answered ${reply?.status}`;
