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
    ...wording.ruleLists(report, code).map(listBlock),
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
  const { id, curl } = rule;
  return [
    `### ${wording.labelOf(rule)} ${code(id)}`,
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

function listBlock({ title, since, lines }: wording.RuleList): string {
  const head = since === undefined ? title : `${title} since ${since}`;
  return lines.length === 0 ? `${head}.` : [`**${head}:**`, "", ...lines.map((line) => `- ${line}`)].join("\n");
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
