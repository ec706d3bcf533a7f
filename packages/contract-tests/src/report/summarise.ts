import type { Area } from "../areas.js";
import type { Outcome, RuleResult } from "../judging/judge-rule.js";
import { isNamed } from "../select.js";
import { guardedTopics, type Topic } from "../topic.js";
import type { AreaReport, Report, RuleReport, Unjudged } from "./report.js";

/** Worst first: the first of these that an area has is its verdict. */
export const worstFirst = ["fail", "error", "inconclusive", "warn", "note", "blocked", "pass", "skip"] as const;

export const isBroken = (outcome: string): boolean => ["fail", "warn", "note"].includes(outcome);

/** True where there was an answer to judge. */
export const isJudged = (outcome: string): boolean => outcome === "pass" || isBroken(outcome);

export function countOutcomes(rules: { outcome: Outcome }[]): Partial<Record<Outcome, number>> {
  const counts = worstFirst.map((each) => [each, rules.filter(({ outcome }) => outcome === each).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

type Unsummed = Omit<Report, "areas" | "exitCode">;

/** Adds what follows from the rules: the verdict on each area and the exit code. To be done again when an outcome changes. */
export function summarised(run: Unsummed): Report {
  const names = [...new Set(run.rules.map(({ area }) => area))];
  return { ...run, areas: names.map((name) => areaReport(name, run.rules)), exitCode: exitCodeOf(run) };
}

/** The report with every should as a must: what only warned fails. */
export function strictReport(report: Report): Report {
  const rules = report.rules.map((rule) => ({
    ...rule,
    level: rule.level === "should" ? ("must" as const) : rule.level,
    outcome: rule.outcome === "warn" ? ("fail" as const) : rule.outcome,
  }));
  return summarised({ ...report, rules });
}

function areaReport(name: string, all: RuleReport[]): AreaReport {
  const rules = all.filter(({ area }) => area === name);
  const counts = countOutcomes(rules);
  const verdict = worstFirst.find((outcome) => counts[outcome] !== undefined) ?? "skip";
  const reason = ["skip", "inconclusive"].includes(verdict)
    ? rules.find(({ outcome }) => outcome === verdict)?.message
    : undefined;
  const notRun = rules.filter((rule) => rule.notRun).length;
  return { name, verdict, ...(reason !== undefined && { reason }), counts, ...(notRun > 0 && { notRun }) };
}

/** The exit status of a run: a broken rule that decides beats the others. */
function exitCodeOf({ rules, problem, stopped, unanswered, unjudged = [], failOn }: Unsummed): Report["exitCode"] {
  if (rules.some((rule) => decides(rule, failOn))) return 1;
  if (rules.some(({ outcome }) => outcome === "error")) return 2;
  if (problem !== undefined) return problem.kind === "model" ? 2 : 3;
  if (stopped !== undefined) return 4;
  const isOpen = unanswered.length + unjudged.length > 0 || rules.some((rule) => leavesOpen(rule, failOn));
  return isOpen ? 3 : 0;
}

/**
 * True where a broken rule makes the run fail. Unless topics are named, that is every broken must, and every broken should on
 * security or money; with topics named, every broken must and should on these. A note never decides, nor does a known failure.
 */
export function decides(
  { topic, outcome, known }: Pick<RuleReport, "topic" | "outcome" | "known">,
  failOn?: readonly Topic[],
): boolean {
  if (known !== undefined || (outcome !== "fail" && outcome !== "warn")) return false;
  return failOn?.includes(topic) ?? (outcome === "fail" || guardedTopics.includes(topic));
}

/** True where a must could not be judged though its call was made or due: nobody knows if it holds. With topics named, only theirs count. */
export function leavesOpen(
  { topic, outcome, level }: Pick<RuleReport, "topic" | "outcome" | "level">,
  failOn?: readonly Topic[],
): boolean {
  return outcome === "inconclusive" && level === "must" && (failOn?.includes(topic) ?? true);
}

/** Returns the requested names of which no rule could be judged, each with the reason that most of its rules have. */
export function unjudgedIn(rules: Pick<RuleReport, "id" | "outcome" | "message">[], names: string[]): Unjudged[] {
  return [...new Set(names)].flatMap((name) => {
    const named = rules.filter(({ id }) => isNamed(id, name));
    if (named.length === 0 || named.some(({ outcome }) => isJudged(outcome) || outcome === "error")) return [];
    const reasons = named.flatMap(({ message }) => message ?? []);
    const count = (reason: string) => reasons.filter((each) => each === reason).length;
    const [first] = reasons.toSorted((one, other) => count(other) - count(one));
    return [{ name, reason: first ?? "No call for it was made." }];
  });
}

/** The valid calls of required areas about which a must could not be judged for lack of an answer. */
export function unansweredIn(areas: Area[], results: RuleResult[]): string[] {
  const needed = areas
    .filter(({ isRequired }) => isRequired)
    .flatMap(({ exchanges }) => exchanges.filter(({ isValid }) => isValid).map(({ id }) => id));
  const isUnjudged = ({ outcome, rule }: RuleResult) =>
    rule.level === "must" && (outcome === "inconclusive" || (outcome === "blocked" && rule.after === undefined));
  const unjudged = results.filter(isUnjudged).flatMap(({ rule }) => rule.exchanges);
  // A rule that compares several calls lacks one of them, and not those on which other rules passed.
  const judged = results.flatMap(({ rule, outcome }) =>
    outcome === "pass" && rule.exchanges.length === 1 ? rule.exchanges : [],
  );
  return needed.filter((id) => unjudged.includes(id) && !judged.includes(id));
}
