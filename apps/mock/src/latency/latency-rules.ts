import { meetsConditions, type Subject } from "../conditions/match-conditions.js";
import type { components } from "../generated/admin-api.js";
import { Refusal } from "../refusal.js";
import type { Draw } from "../session/chance.js";
import type { Mistake } from "../world/mistake.js";
import { type LatencyValues, parseLatency } from "./latency.js";

/** The speed of some replies; the first rule that fits applies. */
export type LatencyRule = components["schemas"]["LatencyRule"];

/** The latency of the first rule that fits a request; undefined where none does. */
export function latencyByRule(
  rules: readonly LatencyRule[],
  { subject, draw }: { subject: Subject; draw: Draw },
): LatencyValues | undefined {
  const found = rules.find((rule) => {
    const { latency, model, operationId, chance } = rule;
    if (!meetsConditions(rule, subject)) return false;
    return chance === undefined || draw(`latency ${latency} ${model} ${operationId}`, chance);
  });
  return found && parseLatency(found.latency);
}

/** Returns the mistake in a latency, with its place; none where there is no latency. */
export function checkLatency({ latency = "fast" }: { latency?: string }): Mistake[] {
  try {
    parseLatency(latency);
    return [];
  } catch (error) {
    if (error instanceof RangeError) return [{ pointer: "/latency", message: error.message }];
    throw error;
  }
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
