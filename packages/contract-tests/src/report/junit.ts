import { escapeMarkup } from "./escape-markup.js";
import { decides } from "./exit-code.js";
import { headline } from "./headline.js";
import { isBroken } from "./outcomes.js";
import type { Report, RuleReport } from "./report.js";
import { evidenceWithCommand } from "./wording.js";

/** The report for build servers: a suite per area, a case per rule. Known failures do not fail there, nor does what does not decide. */
export function junitReport(report: Report): string {
  const suites = report.areas.map(({ name }) => suiteOf(name, report));
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

function suiteOf(name: string, { rules, startedAt, failOn }: Report): string {
  const ofArea = rules.filter(({ area }) => area === name);
  const cases = ofArea.map((rule) => ({ rule, kind: kindOf(rule, failOn) }));
  const count = (kind: string) => cases.filter((each) => each.kind === kind).length;
  const numbers = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  return [
    `<testsuite name="${escapeMarkup(name)}" ${numbers} timestamp="${escapeMarkup(startedAt.replace(/Z$/, ""))}">`,
    ...cases.map(({ rule, kind }) => caseOf(rule, kind)),
    "</testsuite>",
  ].join("\n");
}

/** A build server knows no exit code: a run that could not judge all it had to shows as an error of its own. */
function runSuite(report: Report): string {
  return [
    '<testsuite name="run" tests="1" failures="0" errors="1" skipped="0">',
    `<testcase classname="run" name="the run comes to its end"><error message="${escapeMarkup(headline(report))}"></error></testcase>`,
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
  const { id, area, message = "", outcome, known } = rule;
  const about = `classname="${escapeMarkup(area)}" name="${escapeMarkup(id)}"`;
  if (kind === "pass") return `<testcase ${about}/>`;
  const lines = evidenceWithCommand(rule).map(([name, text]) => `${name}: ${text}`);
  const details = isBroken(outcome) ? [message, ...lines].map(escapeMarkup).join("\n") : "";
  if (kind === "system-out") return `<testcase ${about}><system-out>${outcome}: ${details}</system-out></testcase>`;
  const reason = known === undefined ? message : `known until ${known.expires}: ${known.reason}`;
  return `<testcase ${about}><${kind} message="${escapeMarkup(reason)}" type="${outcome}">${details}</${kind}></testcase>`;
}
