import { ModelAccessError, OptionError } from "../errors/model-access-error.js";
import type { Middleware } from "../transport/middleware.js";
import { type Estimate, estimateRequest, type PricedRequest } from "./estimate-request.js";
import type { PriceTable } from "./price-table.js";
import { SpendLimitError } from "./spend-limit-error.js";

/** What a guard may let through. */
export interface SpendGuardOptions {
  /** The prices to go by. */
  prices: PriceTable;
  /** The points that all calls together may cost while the guard lives. */
  maxPoints: number;
  /** Lets calls through whose cost is unknown, and counts nothing for them. Refused by default. */
  allowUnknown?: boolean | undefined;
}

/** Refuses calls before they are sent, when they may cost more than is left. */
export interface SpendGuard {
  /** Give it to the client. */
  readonly middleware: Middleware;
  /** What the calls so far may have cost, by their estimates. */
  readonly spentPoints: number;
}

/**
 * Makes a guard. It rests on estimates, and its error says on which: a call counts with all that it may cost, from before
 * it is sent, and a retry counts again. Only an attempt that surely was not processed is given back: one refused with a 4xx
 * status (R8.4), or one that found nobody to connect to. A guard knows its own process only.
 *
 * @example
 * const prices = createPriceTable(await new ModelAccess().models.list());
 * const guard = createSpendGuard({ prices, maxPoints: 5000 });
 * const client = new ModelAccess({ middleware: [guard.middleware] });
 */
export function createSpendGuard({ prices, maxPoints, allowUnknown = false }: SpendGuardOptions): SpendGuard {
  if (!Number.isFinite(maxPoints) || maxPoints < 0) {
    throw new OptionError("maxPoints", "maxPoints is not a number from 0 up; write it like maxPoints: 5000.");
  }
  let spentPoints = 0;

  const middleware: Middleware = async ({ operation, attempt, body }, next) => {
    const estimate = isBilled(operation) ? estimateOf(operation, body, prices) : free;
    if (estimate.points === "unknown" ? !allowUnknown : spentPoints + estimate.points > maxPoints) {
      throw new SpendLimitError({ operation, attempt, estimate, remainingPoints: maxPoints - spentPoints });
    }
    const points = estimate.points === "unknown" ? 0 : estimate.points;
    spentPoints += points;
    try {
      const { status } = await next();
      if (status >= 400 && status < 500) spentPoints -= points;
    } catch (error) {
      if (error instanceof ModelAccessError && error.mayHaveBeenProcessed === "no") spentPoints -= points;
      throw error;
    }
  };

  return {
    middleware,
    get spentPoints() {
      return spentPoints;
    },
  };
}

const free: Estimate = { points: 0, restsOn: "nothing" };

/** Reading and uploading cost nothing; whatever else is sent may. */
function isBilled(operation: string): boolean {
  return operation.startsWith("POST ") && operation !== "POST /v1/files";
}

function estimateOf(operation: string, body: unknown, prices: PriceTable): Estimate {
  if (typeof body !== "object" || body === null) return { points: "unknown", restsOn: "the request is not JSON" };
  // The native protocol names the bot in the path.
  const bot = operation.match(/^POST \/bot\/(.+)$/)?.[1];
  return estimateRequest(
    prices,
    bot === undefined ? (body as PricedRequest) : { ...body, model: decodeURIComponent(bot) },
  );
}
