import { guardedTopics, type Topic } from "../topic.js";
import type { Report, RuleReport } from "./report.js";

/**
 * True where a broken rule makes the run fail. Unless topics are named, that is every broken must, and every broken should on
 * security or money; with topics named, every broken must and should on these. A note never decides, nor does a known failure.
 */
export function decides(
  { topic, outcome, known }: Pick<RuleReport, "topic" | "outcome" | "known">,
  failOn?: readonly Topic[],
): boolean {
  if (known !== undefined || (outcome !== "fail" && outcome !== "warn")) return false;
  if (failOn !== undefined) return failOn.includes(topic);
  return outcome === "fail" || guardedTopics.includes(topic);
}

/** True where a must could not be judged though its call was made or due: nobody knows if it holds. With topics named, only theirs count. */
export function leavesOpen(
  { topic, outcome, level }: Pick<RuleReport, "topic" | "outcome" | "level">,
  failOn?: readonly Topic[],
): boolean {
  return outcome === "inconclusive" && level === "must" && (failOn?.includes(topic) ?? true);
}

/** The exit status of a run: a broken rule that decides beats the others. */
export function exitCodeOf(
  run: Pick<Report, "rules" | "problem" | "stopped" | "unanswered" | "unjudged" | "failOn">,
): Report["exitCode"] {
  const { rules, problem, stopped, unanswered, unjudged = [], failOn } = run;
  if (rules.some((rule) => decides(rule, failOn))) return 1;
  if (rules.some(({ outcome }) => outcome === "error")) return 2;
  if (problem !== undefined) return problem.kind === "model" ? 2 : 3;
  if (stopped !== undefined) return 4;
  const isOpen = unanswered.length + unjudged.length > 0 || rules.some((rule) => leavesOpen(rule, failOn));
  return isOpen ? 3 : 0;
}
