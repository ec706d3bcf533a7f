import type { BaselineEntry } from "./baseline.js";
import { isBroken } from "./outcomes.js";
import type { Report, RuleReport } from "./report.js";
import { summarised } from "./summarise.js";

/** What a run says about the entries of a baseline that need a hand: rules by their ids. */
export interface BaselineReport {
  /** Entries whose rule holds again. */
  passAgain: string[];
  /** Entries that hold no longer, so that their failures count. */
  expired: string[];
}

/** Marks known failures, which then leave the exit code alone. An entry holds up to and with the day it expires, in UTC. */
export function applyBaseline(report: Report, entries: BaselineEntry[]): Report {
  const today = report.startedAt.slice(0, "2026-01-01".length);
  const valid = entries.filter(({ expires }) => expires >= today);
  const passing = report.rules.filter(({ outcome }) => outcome === "pass").map(({ id }) => id);
  return summarised({
    ...report,
    rules: report.rules.map((rule) => marked(rule, valid)),
    baseline: {
      passAgain: entries.filter(({ rule }) => passing.includes(rule)).map(({ rule }) => rule),
      expired: entries.filter((entry) => !valid.includes(entry)).map(({ rule }) => rule),
    },
  });
}

function marked(report: RuleReport, entries: BaselineEntry[]): RuleReport {
  const entry = entries.find(({ rule }) => rule === report.id);
  if (entry === undefined || !isBroken(report.outcome)) return report;
  const { reason, expires } = entry;
  return { ...report, known: { reason, expires } };
}
