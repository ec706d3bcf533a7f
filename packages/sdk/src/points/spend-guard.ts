import type { CallEnd } from "../call/call-end.js";
import { ConnectionError, ModelAccessError } from "../errors/model-access-error.js";
import { check, checkNames } from "../options/check-options.js";
import type { Middleware } from "../transport/middleware.js";
import { estimatePoints } from "./estimate-points.js";
import { type Estimate, estimateRequest, type PricedRequest } from "./estimate-request.js";
import { type PriceTable, requirePrices } from "./price-table.js";
import { createOwnAccount, createSharedAccount, type SharedSpend } from "./shared-spend.js";
import { SpendLimitError } from "./spend-limit-error.js";

/** The limits of a guard. */
export interface SpendGuardOptions {
  /** The prices to go by. */
  prices: PriceTable;
  /** The points that all calls together may cost while the guard lives, or those of all guards that share their sums. */
  maxPoints: number;
  /** Lets calls through whose cost is unknown beforehand, and reserves nothing for them. Refused by default. */
  allowUnknown?: boolean | undefined;
  /** Adds up the points of all guards that share it, in any process. A call is refused if it fails. */
  shared?: SharedSpend | undefined;
}

/** Refuses calls before they are sent, when they may cost more than is left. Shared sums are as they were last known. */
export interface SpendGuard {
  /** Give it to the client. */
  readonly middleware: Middleware;
  /** The cost of ended calls: by the tokens they used, or by their estimate where the reply reports none. */
  readonly spentPoints: number;
  /** The estimates of calls under way, and of attempts that may have been charged an unknown amount. */
  readonly reservedPoints: number;
}

/**
 * Makes a guard. An attempt reserves all that it may cost before it is sent, so a guard refuses what would take spent and
 * reserved points above the limit. When the call has ended, its actual cost replaces the estimate. An attempt that
 * was certainly not processed returns its estimate: one that was never sent, or was refused with a 4xx status (R8.4)
 * other than 408. One that may have been processed keeps it. A guard knows its own calls, and those of the guards that it
 * shares its sums with.
 *
 * @example
 * const prices = createPriceTable(await new ModelAccess().models.list());
 * const guard = createSpendGuard({ prices, maxPoints: 5000 });
 * const client = new ModelAccess({ middleware: [guard.middleware] });
 */
export function createSpendGuard(options: SpendGuardOptions): SpendGuard {
  checkNames("createSpendGuard", options, ["prices", "maxPoints", "allowUnknown", "shared"]);
  const { prices, maxPoints, allowUnknown = false, shared } = options;
  requirePrices(prices);
  const isAmount = Number.isFinite(maxPoints) && maxPoints >= 0;
  check("maxPoints", isAmount, "is not a number from 0 up; write it like maxPoints: 5000.");
  const account = shared ? createSharedAccount(shared, maxPoints) : createOwnAccount(maxPoints);
  // The calls with an earlier attempt that may have been charged. Each call has its own signal.
  const doubtful = new WeakSet<object>();

  const middleware: Middleware = async (request, next) => {
    const { operation, attempt, signal: call = request } = request;
    if (!isBilled(operation)) {
      await next();
      return;
    }
    const priced = readPricedRequest(operation, request.body);
    const estimate = priced ? estimateRequest(prices, priced) : notJSON;
    const isAllowed = estimate.points !== "unknown" || allowUnknown;
    const estimatedPoints = estimate.points === "unknown" ? 0 : estimate.points;
    const settleReserved = isAllowed ? await account.reserve(estimatedPoints, operation) : undefined;
    if (settleReserved === undefined) {
      const { spentPoints, reservedPoints } = account.sums;
      throw new SpendLimitError({
        operation,
        attempt,
        estimate,
        remainingPoints: Math.max(0, maxPoints - spentPoints - reservedPoints),
        reservedPoints,
        mayHaveBeenProcessed: doubtful.has(call) ? "maybe" : "no",
      });
    }

    let state: "undecided" | "accepted" | "doubtful" | "settled" = "undecided";
    const settle = (points: number) => {
      if (state === "settled") return;
      state = "settled";
      settleReserved(points);
    };
    request.onCallEnd((end) => {
      const wasSent = attempt <= end.attempts;
      if (!wasSent || (state === "undecided" && end.mayHaveBeenProcessed === "no")) settle(0);
      if (state !== "accepted") return undefined;
      const used = usedPoints(end, prices, priced?.model ?? end.model);
      if (used !== undefined || end.outcome === "complete") settle(used ?? estimatedPoints);
      return used;
    });

    try {
      const { status } = await next();
      if (status >= 200 && status < 300) state = "accepted";
      else if (status >= 500 || status === 408) state = "doubtful";
      else settle(0);
    } catch (error) {
      if (wasNotProcessed(error)) settle(0);
      else if (error instanceof ModelAccessError) state = "doubtful";
      // The end of the call says whether it was sent.
      throw error;
    } finally {
      if (state === "doubtful") doubtful.add(call);
    }
  };

  return {
    middleware,
    get spentPoints() {
      return account.sums.spentPoints;
    },
    get reservedPoints() {
      return account.sums.reservedPoints;
    },
  };
}

const notJSON: Estimate = { points: "unknown", restsOn: "the request is not JSON" };

/** True for requests that may cost points: all but reading and uploading. */
function isBilled(operation: string): boolean {
  return operation.startsWith("POST ") && operation !== "POST /v1/files";
}

function readPricedRequest(operation: string, body: unknown): PricedRequest | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  // The native protocol names the bot in the path.
  const bot = operation.match(/^POST \/bot\/(.+)$/)?.[1];
  return bot === undefined ? body : { ...body, model: decodeURIComponent(bot) };
}

/** Returns the cost of a call, where its reply has the cost or all tokens of both directions. */
function usedPoints(
  { operation, outcome, points, usage }: CallEnd,
  prices: PriceTable,
  model: string | null | undefined,
): number | undefined {
  if (points !== undefined) return points;
  // The messages interface reports the tokens of its first event at once, and all of them only at the end.
  if (outcome !== "complete" && operation.endsWith("/messages")) return undefined;
  if (!model || usage?.inputTokens === undefined || usage.outputTokens === undefined) return undefined;
  const used = estimatePoints(prices, { model, ...usage });
  // Media bots report no tokens, which does not mean that they cost nothing.
  return used === "unknown" || used === 0 ? undefined : used;
}

/** True if this attempt wasn't processed. An error speaks of earlier ones too; a failure to connect is its own. */
function wasNotProcessed(error: unknown): boolean {
  if (!(error instanceof ModelAccessError)) return false;
  return error.mayHaveBeenProcessed === "no" || (error instanceof ConnectionError && error.reason === "connect");
}
