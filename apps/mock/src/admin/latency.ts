import { latencyValues, parseLatency } from "../latency/latency.js";
import { Refusal } from "../refusal.js";
import type { AdminOperation } from "./admin-request.js";

export const getLatency: AdminOperation<"getLatency"> = async (_request, { session }) => session.latency;

export const setLatency: AdminOperation<"setLatency"> = async ({ body }, { session }) => {
  const { preset, ...values } = body;
  try {
    const latency =
      typeof preset === "string" ? parseLatency(preset) : latencyValues({ ...session.latency, ...values });
    await session.setLatency(latency);
    return latency;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Refusal("invalid_parameter", error.message);
  }
};
