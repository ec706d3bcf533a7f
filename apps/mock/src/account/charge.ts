import type { Answer } from "../call.js";
import type { MakeId } from "../ids.js";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import type { State } from "../session/state.js";
import type { Catalogue } from "../world/catalogue.js";
import { minimumPriceOf, priceOf, requestPriceOf } from "./price.js";

/** Refuses a request that costs more than its key has left, by the least that it can cost. */
export async function checkPoints(request: ApiRequest, { state, key }: { state: State; key: string }): Promise<void> {
  if (!isBilled(request)) return;
  const { model } = request;
  // A remix or an extension names no model; its price is that of a video's, which is not known yet.
  const leastPoints = model === undefined ? 1 : minimumPriceOf(model);
  if (leastPoints === 0 || (await state.balanceOf(key)) >= leastPoints) return;
  throw new Refusal("insufficient_points", "The point balance is too low for this request.");
}

/** What charging an answer needs. */
export interface ChargeOptions {
  request: ApiRequest;
  state: State;
  catalogue: Catalogue;
  makeId: MakeId;
  key: string;
  nowMs: number;
}

/**
 * Charges an answer and enters it in the history of its key. Nothing else than success costs anything (R7.9, R8.4); a
 * stream is charged whole when it starts.
 */
export async function chargeAnswer({ status, usage }: Answer, options: ChargeOptions): Promise<void> {
  const { request, state, catalogue, makeId, key, nowMs } = options;
  if (status >= 400) return;
  const model = usage === undefined ? request.model : catalogue.find(usage.model);
  if (model === undefined || (usage === undefined && !isBilled(request))) return;
  const points = usage === undefined ? requestPriceOf(model) : priceOf(model, usage);
  if (points === 0) return;
  const botName = model.metadata?.display_name ?? model.id;
  await state.charge(key, { id: makeId("q", 17), botName, timeMs: nowMs, points });
}

/** An operation costs points where the contract documents 402 for it. */
function isBilled({ operation }: ApiRequest): boolean {
  return operation.responses["402"] !== undefined;
}
