import type { Call, ExchangePlan } from "../exchange.js";
import { isWholeStream } from "../reading/stream-reading.js";
import { decoded } from "../wire/decode.js";
import type { WireReply, WireRequest, WireResult } from "../wire/wire.js";

import { recordExchange } from "./record-exchange.js";

import type { SessionOptions } from "./session-options.js";
import type { SpendingGuard } from "./spending-guard.js";
import { createPace, retryDelay, type TimeOuts } from "./time-outs.js";
import { secretsIn } from "./write-request.js";

/** The result of one call, by its id in the journal, and how often no answer came. */
export type SentResult = WireResult & { id: string; timeOuts: number; attempts: WireReply[] };

/** A call, and another one at the same time: what is refused meanwhile is asked for again when that is over. */
type CallBeside = Call & { other?: Promise<unknown> | undefined };

/** Sends the requests of a session, counts and records them, and tells each answer to those that keep account. */
export function createSender(
  options: SessionOptions,
  { spending, timeOuts: known }: { spending: SpendingGuard; timeOuts: TimeOuts },
) {
  const { keys, headers = {}, send, sleep, signal, onCall, onExchange } = options;
  const { maxCalls = Number.POSITIVE_INFINITY } = options;
  const secrets = secretsIn(keys, headers);
  const pace = createPace();
  let calls = 0;

  return {
    get calls() {
      return calls;
    },
    /** False where the deployment has told a limit that a run may reach. */
    get isAmple() {
      return pace.isAmple;
    },
    sendOnce,
    sendWithRetries,
  };

  /** Repeats what was refused for the moment only (R7.10), where no long wait is asked for, and once what got no answer. */
  async function sendWithRetries(plan: ExchangePlan, request: WireRequest, call: CallBeside): Promise<SentResult> {
    const attempts: WireReply[] = [];
    let timeOuts = 0;
    for (let retry = 0; ; retry += 1) {
      const result = { ...(await sendOnce(plan, request, { ...call, isAgain: timeOuts > 0 })), timeOuts, attempts };
      if (result.reply !== undefined) attempts.push(result.reply);
      if (isUnfinished(plan, result)) {
        result.timeOuts += 1;
        timeOuts += 1;
        if (timeOuts === 1 && calls < maxCalls) continue;
      }
      const waitMs = result.reply && !plan.takesRefusal ? retryDelay(result.reply, retry) : undefined;
      if (waitMs === undefined || calls >= maxCalls) return result;
      await call.other;
      await sleep(waitMs);
    }
  }

  async function sendOnce(
    plan: ExchangePlan,
    request: WireRequest,
    call: Call & { isAgain?: boolean },
  ): Promise<WireResult & { id: string }> {
    const paceMs = pace.waitMs();
    if (paceMs > 0) await sleep(paceMs);
    onCall?.(plan);
    calls += 1;
    const id = `${plan.id}#${calls}`;
    const at = new Date();
    const { afterEndMs } = known;
    const received = await send(request, signal, {
      headMs: known.limitMs(plan, call.isAgain === true),
      ...(afterEndMs !== undefined && { afterEndMs }),
      ...(plan.isStreamed && { isOver: (body: Uint8Array) => isWholeStream(plan.operationId, body) }),
    });
    const result = await decoded(received, request);
    if (result.failure?.kind === "left-open") known.leftOpen();
    if (result.failure === undefined) known.answered(plan, result.tookMs);
    const isOwn = (call.key ?? "own") === "own";
    if (result.reply !== undefined) {
      if (isOwn) pace.heard(result.reply);
      spending.heard(plan, result.reply, { isOwn });
    }
    onExchange?.(recordExchange(request, result, { id, plan, key: call.key ?? "own", at, secrets }));
    // The one that was waited for shows it; the others were read to their end, and no longer.
    const { failure: _, ...read } = result;
    return { ...(result.failure?.kind === "left-open" && afterEndMs === 0 ? read : result), id };
  }
}

function isUnfinished({ operationId, isStreamed }: ExchangePlan, { reply, failure }: WireResult): boolean {
  if (failure?.kind !== "time-out") return false;
  return reply === undefined || (isStreamed === true && !isWholeStream(operationId, reply.body));
}
