import { rules } from "../areas.js";
import { parseJson } from "../reading/parse-json.js";
import type { Report, RuleReport } from "./report.js";
import { isBroken, summarised } from "./summarise.js";

/** A failure that is known and accepted for a time. */
export interface BaselineEntry {
  rule: string;
  reason: string;
  /** The last day on which it is, such as `2027-01-31`. */
  expires: string;
}

const shape = 'a list such as [{"rule": "chat/reply/schema", "reason": "being fixed", "expires": "2027-01-31"}]';

/** Reads a baseline: JSON, an array of entries. Throws a one-sentence error for anything else, and for a rule that does not exist. */
export function readBaseline(text: string): BaselineEntry[] {
  const entries = parseJson(text);
  if (!Array.isArray(entries)) throw new Error(`The baseline is not valid; write ${shape}.`);
  return entries.map(readEntry);
}

function readEntry(entry: unknown, index: number): BaselineEntry {
  const { rule, reason, expires } = Object(entry) as Partial<Record<string, unknown>>; // any object may be asked for members
  if (typeof rule !== "string" || typeof reason !== "string" || typeof expires !== "string") {
    throw new Error(`Entry ${index + 1} of the baseline needs the texts rule, reason and expires; write ${shape}.`);
  }
  if (!rules.some(({ id }) => id === rule)) {
    throw new Error(
      `The baseline names the rule ${JSON.stringify(rule)}, which does not exist; the command list prints all rules.`,
    );
  }
  if (!isDay(expires))
    throw new Error(
      `The baseline entry for ${rule} expires on ${JSON.stringify(expires)}, which is not a date; write one such as 2027-01-31.`,
    );
  return { rule, reason, expires };
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

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
