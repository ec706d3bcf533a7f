import type { Provenance } from "@model-access/contract";
import type { Outcome, RuleResult } from "../judging/judge-rule.js";
import type { Level } from "../rule.js";
import type { Problem } from "../run/preflight.js";
import type { Topic } from "../topic.js";
import type { ExchangeTimes } from "./exchange-times.js";

export interface AreaReport {
  name: string;
  verdict: Outcome;
  /** The reason why it was skipped or is inconclusive. */
  reason?: string;
  counts: Partial<Record<Outcome, number>>;
  /** The number of rules that the run was stopped before; they are among those skipped. */
  notRun?: number;
}

/** A rule with its outcome. All but the first eight members are optional. */
export interface RuleReport extends Omit<RuleResult, "rule" | "hasPlainer"> {
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

/** A name that was asked for, such as an area or a file, and could not be judged. */
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
  /** The points that the account lost, or null where its balance could not be read or has risen. */
  points: number | null;
  /** True if the balance rose during the run, so that its cost can't be told. */
  balanceRose?: true;
  /**
   * 0 no deciding rule is broken; 1 one is; 2 a rule could not judge because of a fault in these tests; 3 not reached, not
   * signed in, or no answer to judge; 4 stopped early.
   */
  exitCode: 0 | 1 | 2 | 3 | 4;
  problem?: Problem;
  stopped?: "budget" | "signal";
  unjudged?: Unjudged[];
  /** The topics that decide, where they were named. */
  failOn?: Topic[];
  /** Calls that a deployment has to answer and that brought nothing to judge. */
  unanswered: string[];
  exchanges?: ExchangeTimes[];
  areas: AreaReport[];
  rules: RuleReport[];
  requirements: ShownRequirements;
  baseline?: BaselineReport;
  comparison?: Comparison;
}

/** Rows of the specification that a test over HTTP can show: how many a run did, and what the rest need. */
export interface ShownRequirements {
  shown: number;
  total: number;
  needs: { requirement: string; needs: string }[];
}

/** The entries of a baseline that need a change: rules by their ids. */
export interface BaselineReport {
  /** Entries whose rule holds again. */
  passAgain: string[];
  /** Entries that hold no longer, so that their failures count. */
  expired: string[];
}

export interface Change {
  id: string;
  was: Outcome | "absent";
  is: Outcome | "absent";
}

/** The changes since another run. */
export interface Comparison {
  since: string;
  newlyFailing: Change[];
  newlyPassing: Change[];
  /** Rules that were judged then and not now. */
  noLongerRun: Change[];
}
