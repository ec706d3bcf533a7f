import { type Provenance, requirements } from "@model-access/contract";
import type { Area } from "../areas.js";
import type { Outcome, RuleResult } from "../judging/judge-rule.js";
import { areaOf, type Level } from "../rule.js";
import type { Problem } from "../run/preflight.js";
import { type Topic, topicOf } from "../topic.js";
import type { BaselineReport } from "./apply-baseline.js";
import type { Comparison } from "./compare-reports.js";
import type { ExchangeTimes } from "./exchange-times.js";
import { isBroken } from "./outcomes.js";
import { type ShownRequirements, shownRequirements } from "./shown-requirements.js";
import { summarised } from "./summarise.js";
import { unansweredIn } from "./unanswered.js";

/** What came of one area: the worst of its rules. */
export interface AreaReport {
  name: string;
  verdict: Outcome;
  /** Why it was skipped or inconclusive. */
  reason?: string;
  /** How many of its rules came out how. */
  counts: Partial<Record<Outcome, number>>;
  /** How many of them the run was stopped before; they are among those skipped. */
  notRun?: number;
}

/** A rule and what came of it. All but the first eight members are there where they say something. */
export interface RuleReport extends Omit<RuleResult, "rule"> {
  id: string;
  area: string;
  topic: Topic;
  sentence: string;
  level: Level;
  provenance: Provenance;
  requirements: string[];
  client?: string;
  /** The first of the specification's rows that a finding is about, with its number. */
  clause?: string;
  /** In how many exchanges it was judged and found broken, where those were others'. */
  judged?: number;
  broken?: number;
  /** The entry of the baseline that knows of this failure. */
  known?: { reason: string; expires: string };
}

/** What was asked for by name, such as an area or a file, and could not be judged. */
export interface Unjudged {
  name: string;
  reason: string;
}

/** A whole run, free of keys and of control characters. */
export interface Report {
  contractVersion: string;
  baseURL: string;
  startedAt: string;
  seconds: number;
  calls: number;
  billedCalls: number;
  /** True where others made the calls: what they cost is not known, and `billedCalls` is 0. */
  isRecorded?: true;
  /** How many points the account lost, or null where its balance could not be read. */
  points: number | null;
  /**
   * 0 nothing that decides is broken; 1 something is; 2 a rule of ours failed to judge; 3 not reached, not signed in, or no
   * answer to judge; 4 stopped before the end.
   */
  exitCode: 0 | 1 | 2 | 3 | 4;
  /** Why the run could not begin. */
  problem?: Problem;
  /** What ended the run before all was judged. */
  stopped?: "budget" | "signal";
  unjudged?: Unjudged[];
  /** The topics that decide, where they were named. */
  failOn?: Topic[];
  /** Calls that a deployment has to answer and that brought nothing to judge. */
  unanswered: string[];
  /** The exchanges of the run with their times, in the order in which they were made. */
  exchanges?: ExchangeTimes[];
  areas: AreaReport[];
  rules: RuleReport[];
  requirements: ShownRequirements;
  baseline?: BaselineReport;
  comparison?: Comparison;
}

type RunFacts = Pick<
  Report,
  | "contractVersion"
  | "baseURL"
  | "seconds"
  | "calls"
  | "billedCalls"
  | "points"
  | "problem"
  | "stopped"
  | "exchanges"
  | "unjudged"
  | "failOn"
>;

/** Puts a run together. */
export function reportOf(run: RunFacts & { areas: Area[]; results: RuleResult[]; startedAt: Date }): Report {
  const { areas, results, startedAt, ...facts } = run;
  const rules = results.map(ruleReport);
  return summarised({
    ...facts,
    startedAt: startedAt.toISOString(),
    unanswered: unansweredIn(areas, results),
    rules,
    requirements: shownRequirements(
      rules,
      areas.flatMap((area) => area.rules),
    ),
  });
}

function ruleReport({ rule, ...result }: RuleResult): RuleReport {
  const { id, sentence, level, provenance, requirements: rows, client } = rule;
  const clause = requirements.find((row) => row.id === rows[0]);
  return {
    id,
    area: areaOf(id),
    topic: topicOf(id),
    sentence,
    level,
    provenance,
    requirements: rows,
    ...(client !== undefined && { client }),
    ...result,
    ...(isBroken(result.outcome) && clause && { clause: `${clause.id}: ${clause.says}` }),
  };
}
