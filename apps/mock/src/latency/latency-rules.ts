import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import type { Draw } from "../session/chance.js";
import { isCalled } from "../world/catalogue.js";
import { type LatencyValues, parseLatency } from "./latency.js";

/** How fast some replies come; the first that fits holds. */
export interface LatencyRule {
  /** As the flag `--latency` writes it: a preset, or `first=200,gap=20,spread=0.3`. */
  latency: string;
  /** Only for this model or bot, by any of its names. */
  model?: string;
  /** Only for this operation of the contract. */
  operationId?: string;
  /** For so many of the requests that fit, from 0 to 1; for all where it is left out. */
  chance?: number;
}

/** The latency of the first rule that fits a request; undefined where none does. */
export function latencyByRule(
  rules: readonly LatencyRule[],
  { request, draw }: { request: ApiRequest; draw: Draw },
): LatencyValues | undefined {
  const found = rules.find(({ latency, model, operationId, chance }) => {
    if (operationId !== undefined && operationId !== request.operation.operationId) return false;
    if (model !== undefined && (request.model === undefined || !isCalled(request.model, model))) return false;
    return chance === undefined || draw(`latency ${latency} ${model} ${operationId}`, chance);
  });
  return found && parseLatency(found.latency);
}

/** The latency of one request by its header `x-mock-latency`; undefined where it says none. Refuses what is none. */
export function latencyOfRequest(header: string | undefined): LatencyValues | undefined {
  if (header === undefined) return undefined;
  try {
    return parseLatency(header);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal("invalid_parameter", `In the header 'x-mock-latency', ${error.message}`);
  }
}
