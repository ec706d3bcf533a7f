import type { Answer } from "../call.js";
import type { Clock } from "../clock.js";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import type { RequestContext } from "../request/request-context.js";
import type { Session } from "../session/session.js";
import type { LedgerEntry } from "./ledger.js";
import { minimumPriceOf, priceOf, requestPriceOf } from "./price.js";

/** The parts of a request's context that the account reads. */
interface AccountContext extends Pick<RequestContext, "key" | "keyName"> {
  session: Pick<Session, "makeId" | "state" | "world"> & { clock: Pick<Clock, "now"> };
}

/** Refuses a request that costs more than its account has left, by the least that it can cost. */
export function checkPoints(request: ApiRequest, { session, key }: AccountContext): void {
  if (!isBilled(request)) return;
  const { model } = request;
  // A remix or an extension names no model; its price is that of a video's, which is not known yet.
  const leastPoints = model === undefined ? 1 : minimumPriceOf(model);
  if (leastPoints === 0) return;
  if (session.state.balanceOf(key) < leastPoints) {
    throw new Refusal("insufficient_points", "The point balance is too low for this request.");
  }
}

/**
 * Charges an answer to the account of its key, enters it in the account's history (R1.1), and keeps what is to be kept of
 * it, all in one step. Nothing else than success costs anything (R7.9, R8.4); a stream is charged whole when it starts.
 */
export async function chargeAnswer(answer: Answer, request: ApiRequest, context: AccountContext): Promise<void> {
  const { status, kept } = answer;
  if (status >= 400) return;
  const entry = entryOf(answer, request, context);
  if (entry !== undefined || kept !== undefined) await context.session.state.leave(context.key, { entry, kept });
}

function entryOf(
  { usage }: Answer,
  request: ApiRequest,
  { session: { clock, makeId, world }, keyName }: AccountContext,
): LedgerEntry | undefined {
  const model = usage === undefined ? request.model : world.catalogue.find(usage.model);
  if (model === undefined || (usage === undefined && !isBilled(request))) return undefined;
  const points = usage === undefined ? requestPriceOf(model) : priceOf(model, usage);
  if (points === 0) return undefined;
  const botName = model.metadata?.display_name ?? model.id;
  return { id: makeId("q", 17), keyName, botName, timeMs: clock.now(), points };
}

/** An operation costs points where the contract documents 402 for it. */
function isBilled({ operation }: ApiRequest): boolean {
  return operation.responses["402"] !== undefined;
}
