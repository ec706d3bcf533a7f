import type { components } from "../generated/admin-api.js";

/** The speed of replies: a preset, or values of your own; the missing ones are those of `fast`. */
export type Latency = LatencyName | Partial<LatencyValues>;

/** A kind of model or day; see `latencies`. */
export type LatencyName = keyof typeof latencies;

/** The speed of replies in numbers. */
export type LatencyValues = components["schemas"]["Latency"];

/** The presets. */
export const latencies = {
  instant: { firstMs: 0, gapMs: 0, spread: 0 },
  fast: { firstMs: 60, gapMs: 15, spread: 0 },
  standard: { firstMs: 400, gapMs: 30, spread: 0 },
  reasoning: { firstMs: 3000, gapMs: 30, spread: 0 },
  overloaded: { firstMs: 8000, gapMs: 200, spread: 0 },
};

const names = Object.keys(latencies).join(", ");
const longestMs = 3_600_000;
const members: Record<string, keyof LatencyValues> = { first: "firstMs", gap: "gapMs", spread: "spread" };

/** The values of a latency. Throws a RangeError with one sentence on what is none. */
export function latencyValues(latency: Latency): LatencyValues {
  if (typeof latency === "string") {
    if (isLatencyName(latency)) return latencies[latency];
    throw new RangeError(`latency is ${latency}; it must be one of ${names}.`);
  }
  if (typeof latency !== "object" || latency === null) {
    throw new RangeError(`latency is ${String(latency)}; it must be one of ${names}, or { firstMs, gapMs, spread }.`);
  }
  const values: LatencyValues = { ...latencies.fast, ...latency };
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(latencies.fast, name));
  if (unknown !== undefined) throw new RangeError(`latency has '${unknown}'; it takes firstMs, gapMs and spread.`);
  for (const [name, highest] of [
    ["firstMs", longestMs],
    ["gapMs", longestMs],
    ["spread", 1],
  ] as const) {
    const value: unknown = values[name];
    if (typeof value === "number" && value >= 0 && value <= highest) continue;
    throw new RangeError(`latency.${name} is ${JSON.stringify(value)}; it must be a number from 0 to ${highest}.`);
  }
  return values;
}

/** Returns the time that a model takes for a reply in one piece: as long as a stream until its last word. */
export function spokenMs({ firstMs, gapMs }: LatencyValues, pieces: number): number {
  return firstMs + gapMs * pieces;
}

/**
 * Reads a latency as flag and header write it: `standard`, or `first=200,gap=20,spread=0.3`. Throws as `latencyValues`
 * does.
 */
export function parseLatency(text: string): LatencyValues {
  if (!text.includes("=")) return latencyValues(text.trim() as Latency); // what is none is refused there
  const values: Partial<LatencyValues> = {};
  for (const item of text.split(",")) {
    const [, name = "", number] = /^\s*([a-z]+)=(\d+(?:\.\d+)?)\s*$/.exec(item) ?? [];
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined || number === undefined) {
      throw new RangeError(
        `latency has '${item.trim()}'; write it as first=200,gap=20,spread=0.3, or one of ${names}.`,
      );
    }
    values[member] = Number(number);
  }
  return latencyValues(values);
}

function isLatencyName(text: string): text is LatencyName {
  return Object.hasOwn(latencies, text);
}
