import { type Cause, causesIn } from "./causes.js";
import { escapeMarkup } from "./clean.js";
import { headline } from "./headline.js";
import type { Report, RuleReport } from "./report.js";
import { decides, isBroken } from "./summarise.js";
import { evidenceWithCommand } from "./wording.js";

/**
 * Returns the report for build servers: a suite per area, a case per rule. Known failures do not fail there, nor does what does
 * not decide. The evidence of a cause is with the first of its rules; the others name that one.
 */
export function junitReport(report: Report): string {
  const causes = causesIn(report);
  const suites = report.areas.map(({ name }) => suiteOf(name, report, causes));
  const isPartial =
    report.problem !== undefined ||
    report.stopped !== undefined ||
    report.unanswered.length + (report.unjudged?.length ?? 0) > 0;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeMarkup(`Contract tests of ${report.baseURL}`)}" time="${report.seconds.toFixed(3)}">`,
    ...suites,
    ...(isPartial ? [runSuite(report)] : []),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteOf(name: string, { rules, startedAt, failOn }: Report, causes: Cause[]): string {
  const ofArea = rules.filter(({ area }) => area === name);
  const cases = ofArea.map((rule) => ({ rule, kind: kindOf(rule, failOn) }));
  const count = (kind: string) => cases.filter((each) => each.kind === kind).length;
  const numbers = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  return [
    `<testsuite name="${escapeMarkup(name)}" ${numbers} timestamp="${escapeMarkup(startedAt.replace(/Z$/, ""))}">`,
    ...cases.map(({ rule, kind }) => {
      const cause = causes.find(({ first, others }) => [first, ...others].some(({ id }) => id === rule.id));
      // A case that fails must not send its reader to one that does not.
      const isTold = cause === undefined || cause.first.id === rule.id || kindOf(cause.first, failOn) !== kind;
      if (isTold) return caseOf(cause?.first.id === rule.id ? { ...rule, message: cause.message } : rule, kind);
      return elementOf(rule, kind, `Same cause as ${cause.first.id}: ${rule.message ?? rule.sentence}`);
    }),
    "</testsuite>",
  ].join("\n");
}

/** A build server knows no exit code: a run that could not judge all it had to shows as an error of its own. */
function runSuite(report: Report): string {
  return [
    '<testsuite name="run" tests="1" failures="0" errors="1" skipped="0">',
    `<testcase classname="run" name="the run is complete"><error message="${escapeMarkup(headline(report))}"></error></testcase>`,
    "</testsuite>",
  ].join("\n");
}

type Kind = "failure" | "error" | "skipped" | "system-out" | "pass";

function kindOf(rule: RuleReport, failOn: Report["failOn"]): Kind {
  const { outcome, known } = rule;
  if (outcome === "pass" || outcome === "error") return outcome;
  if (isBroken(outcome)) return known !== undefined ? "skipped" : decides(rule, failOn) ? "failure" : "system-out";
  return "skipped";
}

function caseOf(rule: RuleReport, kind: Kind): string {
  const { message = "", outcome, known } = rule;
  const lines = evidenceWithCommand(rule).map(([name, text]) => `${name}: ${text}`);
  const details = isBroken(outcome) ? [message, ...lines] : [];
  return elementOf(
    rule,
    kind,
    known === undefined ? message : `known until ${known.expires}: ${known.reason}`,
    details,
  );
}

function elementOf({ id, area, outcome }: RuleReport, kind: Kind, message: string, details = [message]): string {
  const about = `classname="${escapeMarkup(area)}" name="${escapeMarkup(id)}"`;
  if (kind === "pass") return `<testcase ${about}/>`;
  const text = details.map(escapeMarkup).join("\n"); // a line break in a text of the deployment is spelled out
  if (kind === "system-out") return `<testcase ${about}><system-out>${outcome}: ${text}</system-out></testcase>`;
  return `<testcase ${about}><${kind} message="${escapeMarkup(message)}" type="${outcome}">${text}</${kind}></testcase>`;
}
