import { createDeployment, type Deployment, key, keys, smallKeys } from "./deployment.ts";
import type { Fault, Origin } from "./fault.ts";

/** The members of a report that the measuring needs. */
export interface Outcomes {
  rules: { id: string; outcome: string }[];
  calls: number;
  billedCalls: number;
  points: number | null;
  seconds: number;
  exitCode: number;
}

/** A deployment to run a tester against, and the options of the run. */
export interface RunTarget {
  baseURL: string;
  apiKey: string;
  keys: typeof keys | typeof smallKeys;
  privateBot?: string;
  appBot?: string;
  allow?: ("burst" | "dear")[];
  skip?: string[];
  only?: string[];
  send: Deployment["send"];
  sleep: Deployment["sleep"];
}

/** Runs the contract tests on a deployment with a fault, all keys given. The rate limit's own faults may be waited for. */
export async function runOnFault<Report extends Outcomes>(
  fault: Fault | undefined,
  run: (target: RunTarget) => Promise<Report>,
  from: Origin = fault?.from ?? "mock",
): Promise<Report> {
  const isDear = /^videos\/|-media-/.test(fault?.id ?? "");
  const mayWait = fault?.id.startsWith("rate/") === true;
  return run({
    ...createDeployment(fault, from),
    baseURL: "http://127.0.0.1",
    apiKey: key,
    keys: from === "small" ? smallKeys : keys,
    ...(from === "mock" && { privateBot: "somebody-elses-bot", appBot: "app-creator" }),
    ...(fault?.only && { only: fault.only }),
    ...(isDear && { allow: ["dear"] }),
    ...(mayWait && { allow: ["burst"], skip: ["burst"] }),
  });
}

const quiet = ["pass", "skip", "blocked"];

/** All that a run found: each rule that is neither kept nor left out, with its outcome. */
export function findingsOf({ rules }: Outcomes): Record<string, string> {
  const found = rules.filter(({ outcome }) => !quiet.includes(outcome));
  return Object.fromEntries(found.map(({ id, outcome }) => [id, outcome]));
}

/** The rules that do not hold. */
export function brokenIn({ rules }: Outcomes): string[] {
  return rules.filter(({ outcome }) => ["fail", "warn", "note"].includes(outcome)).map(({ id }) => id);
}

/** True where one of the rules that have to find a fault has found it. */
export function isFound(fault: Fault, outcomes: Outcomes): boolean {
  return brokenIn(outcomes).some((id) => fault.by.some((beginning) => id.startsWith(beginning)));
}
