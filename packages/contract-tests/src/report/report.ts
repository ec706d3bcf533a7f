import { requirements } from "@model-access/contract";
import type { Area } from "../areas.js";
import type { Problem } from "../contact.js";
import type { Outcome, RuleResult } from "../judge.js";
import { areaOf, type Level } from "../rule.js";

/** What came of one area: the worst of its rules. */
export interface AreaReport {
  name: string;
  verdict: "pass" | "fail" | "warn" | "note" | "disturbed" | "blocked" | "error" | "skip";
  /** Why it was skipped or disturbed. */
  reason?: string;
  /** How many of its rules came out how. */
  counts: Partial<Record<Outcome, number>>;
}

/** What came of one rule. */
export interface RuleReport {
  id: string;
  area: string;
  sentence: string;
  level: Level;
  provenance: string;
  requirements: string[];
  client?: string;
  outcome: Outcome;
  message?: string;
  expected?: string;
  actual?: string;
  pointer?: string;
  eventNumber?: number;
  curl?: string;
}

/** A whole run, free of keys and of control characters. */
export interface Report {
  contractVersion: string;
  baseURL: string;
  startedAt: string;
  seconds: number;
  calls: number;
  billedCalls: number;
  /** 0 no must failed; 1 one did; 2 a rule of ours failed to judge; 3 not reached, not signed in, or no answer to judge. */
  exitCode: 0 | 1 | 2 | 3;
  /** Why the run could not begin. */
  problem?: Problem;
  areas: AreaReport[];
  rules: RuleReport[];
  /** Rows of the specification that a test over HTTP can show, and those that rules of this run judged. */
  requirements: { shown: string[]; total: number };
}

const worstFirst = ["fail", "error", "disturbed", "warn", "note", "blocked", "pass", "skip"] as const;
const judged: Outcome[] = ["pass", "fail", "warn", "note"];

type RunFacts = Pick<Report, "contractVersion" | "baseURL" | "seconds" | "calls" | "billedCalls" | "problem">;

/** Puts a run together. */
export function reportOf(run: RunFacts & { areas: Area[]; results: RuleResult[]; startedAt: Date }): Report {
  const { areas, results, startedAt, ...facts } = run;
  const checkable = requirements.filter(({ on }) => on.includes("check")).map(({ id }) => id);
  const shown = new Set(
    results.filter(({ outcome }) => judged.includes(outcome)).flatMap(({ rule }) => rule.requirements),
  );
  return {
    ...facts,
    startedAt: startedAt.toISOString(),
    exitCode: exitCodeOf(run),
    areas: areas.flatMap(({ name }) => areaReports(name, results)),
    rules: results.map(ruleReport),
    requirements: { shown: checkable.filter((id) => shown.has(id)), total: checkable.length },
  };
}

function exitCodeOf({
  areas,
  results,
  problem,
}: {
  areas: Area[];
  results: RuleResult[];
  problem?: Problem | undefined;
}): Report["exitCode"] {
  if (results.some(({ outcome }) => outcome === "fail")) return 1;
  if (results.some(({ outcome }) => outcome === "error")) return 2;
  if (problem !== undefined) return 3;
  const needed = areas
    .filter(({ isRequired }) => isRequired)
    .flatMap(({ exchanges }) => exchanges.filter(({ isValid }) => isValid));
  const isUnjudged = ({ outcome, rule }: RuleResult) =>
    (outcome === "disturbed" || (outcome === "blocked" && rule.after === undefined)) &&
    rule.level === "must" &&
    needed.some(({ id }) => rule.exchanges.includes(id));
  return results.some(isUnjudged) ? 3 : 0;
}

function areaReports(name: string, all: RuleResult[]): AreaReport[] {
  const results = all.filter(({ rule }) => areaOf(rule.id) === name);
  if (results.length === 0) return [];
  const counts: AreaReport["counts"] = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const verdict = worstFirst.find((outcome) => counts[outcome] !== undefined) ?? "skip";
  const reason = ["skip", "disturbed"].includes(verdict)
    ? results.find(({ outcome }) => outcome === verdict)?.message
    : undefined;
  return [{ name, verdict, ...(reason !== undefined && { reason }), counts }];
}

function ruleReport({ rule, ...result }: RuleResult): RuleReport {
  const { id, sentence, level, provenance, requirements: rows, client } = rule;
  return {
    id,
    area: areaOf(id),
    sentence,
    level,
    provenance,
    requirements: rows,
    ...(client !== undefined && { client }),
    ...result,
  };
}
