import { Refusal } from "../refusal.js";
import { type LatencyValues, parseLatency } from "./latency.js";

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
