import { judgeStatus } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { broken, type Verdict } from "../../rule.js";

/** The dates of some generations that have both a short and a dated name of the provider's. */
const dates: Record<string, string> = {
  "claude-opus-4": "20250514",
  "claude-opus-4-1": "20250805",
  "claude-opus-4-5": "20251101",
  "claude-sonnet-4": "20250514",
  "claude-sonnet-4-5": "20250929",
  "claude-haiku-4-5": "20251001",
};

/** Returns the provider's own short name of a model (R2.11), where it is known; a name that only a reply gave is not for callers. */
export function shortNameOf(model: string): string | undefined {
  const name = model.replaceAll(".", "-");
  return dates[name] === undefined ? undefined : name;
}

/** Returns the provider's own dated name of a model (R9.3), where it is known. */
export function datedNameOf(model: string): string | undefined {
  const name = shortNameOf(model);
  return name === undefined ? undefined : `${name}-${dates[name]}`;
}

/** Judges the status of a call by another name of a model: which of them a deployment knows can't be told from outside. */
export const judgeNamed =
  (expected: number) =>
  (exchange: Exchange): Verdict => {
    const verdict = judgeStatus(exchange, expected);
    return verdict.outcome === "broken" && exchange.reply?.status === 404
      ? broken({ ...verdict.finding, provenance: "observed", requirement: "R2.11" })
      : verdict;
  };
