import { type Cause, causesIn, othersOf } from "./causes.js";
import { visible } from "./clean.js";
import { headline } from "./headline.js";
import type { Report } from "./report.js";
import * as wording from "./wording.js";

/** A comment on a pull request takes 65,536 characters on the common services; the rest of the report needs some of them. */
const longestFindings = 40_000;

/**
 * The report for a pull request or a job summary. What the deployment had a hand in stands in code spans and code blocks,
 * where it can be neither a link, nor a mention, nor markup.
 */
export function markdownReport(report: Report): string {
  const { problem, areas } = report;
  const head = `## Contract tests of ${code(report.baseURL)}`;
  const verdict = problem === undefined ? plain(headline(report)) : code(problem.message);
  const rows = areas.map((area) =>
    [area.name, area.verdict, area.reason === undefined ? wording.areaCounts(area) : inCell(code(area.reason))].join(
      " | ",
    ),
  );
  const sections = [
    head,
    `**${verdict}**`,
    ["| area | verdict | rules |", "|---|---|---|", ...rows.map((row) => `| ${row} |`)].join("\n"),
    ...fitting(causesIn(report).map(finding)),
    ...lists(report),
    [wording.costSentence(report), ...wording.shownSentences(report, code)].join(" "),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** As many findings as fit, the worst first, and how many don't. */
function fitting(findings: string[]): string[] {
  let length = 0;
  const shown = findings.filter((each) => {
    length += each.length;
    return length <= longestFindings;
  });
  const left = findings.length - shown.length;
  return left === 0 ? shown : [...shown, `${left} more findings don't fit here; the JSON and HTML reports have them.`];
}

function finding(cause: Cause): string {
  const { first: rule, others, message } = cause;
  const { id, outcome, curl, known } = rule;
  return [
    `### ${wording.labels[outcome]}${known === undefined ? "" : " (known)"} ${code(id)}`,
    ...(message === "" ? [] : [code(message)]),
    [
      "<details><summary>Evidence</summary>",
      "",
      ...wording.evidenceOf(rule).map(([name, text]) => `- ${name}: ${code(text)}`),
      ...(others.length === 0 ? [] : [`- also: ${othersOf(cause, code)}`]),
    ].join("\n"),
    ...(curl === undefined ? [] : [block(curl)]),
    "</details>",
  ].join("\n\n");
}

function lists(report: Report): string[] {
  const { comparison } = report;
  const known = wording
    .baselineLists(report)
    .map(([title, ids]) => [`**${title}:**`, "", ...ids.map((id) => `- ${code(id)}`)]);
  if (comparison === undefined) return known.map((lines) => lines.join("\n"));
  const since = code(comparison.since);
  const changes = wording
    .changeLists(comparison)
    .map(([title, each]) => [
      `**${title} since ${since}:**`,
      "",
      ...wording.changeLines(each, code).map((line) => `- ${line}`),
    ]);
  const nothing = changes.length === 0 ? [[`Nothing has changed since ${since}.`]] : [];
  return [...known, ...changes, ...nothing].map((lines) => lines.join("\n"));
}

/** A code span whose fence is longer than any run of backticks in it. */
export function code(text: string): string {
  const shown = visible(text);
  if (shown.trim() === "") return "";
  const fence = fenceFor(shown, 1);
  const space = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}

/** In a table a bar ends the cell, in code too, and no escape of it is safe after a backslash: it is spelled out. */
const inCell = (span: string) => span.replaceAll("|", "\\u007c");

function block(text: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}sh\n${visible(text)}\n${fence}`;
}

function fenceFor(text: string, shortest: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(shortest, longest + 1));
}

/** Text of ours, with what Markdown would read as markup escaped. */
export const plain = (text: string) => visible(text).replaceAll(/[\\`*_[\]<>&|~#@]/g, "\\$&");
