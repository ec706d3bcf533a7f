import { type Cause, causesIn, othersOf } from "./causes.js";
import { visible } from "./clean.js";
import { headline } from "./headline.js";
import type { AreaReport, Report } from "./report.js";
import { countOutcomes } from "./summarise.js";
import {
  areaCounts,
  costSentence,
  countsIn,
  evidenceWithCommand,
  labelOf,
  type RuleList,
  ruleLists,
  shownSentences,
} from "./wording.js";

/** Puts colour on a word, or leaves it as it is. */
export type Paint = (color: "red" | "yellow" | "green" | "gray", text: string) => string;

const colors = {
  fail: "red",
  error: "red",
  warn: "yellow",
  inconclusive: "yellow",
  note: "yellow",
  blocked: "gray",
  pass: "green",
  skip: "gray",
} as const;

/** The report for people: a verdict per area first, then what was found, then how much was looked at. */
export function consoleReport(report: Report, paint: Paint = (_, text) => text): string {
  const { problem, contractVersion, areas } = report;
  const head = `Contract tests of ${visible(report.baseURL)} (contract ${contractVersion})`;
  if (problem !== undefined) return `${head}\n\n${paint("red", visible(problem.message))}\n`;
  return `${[
    head,
    areas.map((area) => areaLine(area, paint)).join("\n"),
    ...causesIn(report).map((cause) => causeBlock(cause, paint)),
    ...ruleLists(report, visible).map(listBlock),
    closing(report),
  ]
    .filter(Boolean)
    .join("\n\n")}\n`;
}

function areaLine(area: AreaReport, paint: Paint): string {
  const { name, verdict, reason } = area;
  const detail = visible(reason ?? areaCounts(area));
  return `  ${name.padEnd(10)} ${paint(colors[verdict], verdict.padEnd(9))} ${detail}`.trimEnd();
}

/** The first of its rules with its evidence, the others by name: the JSON report has all. */
function causeBlock(cause: Cause, paint: Paint): string {
  const { first, others, message } = cause;
  return [
    `${paint(colors[first.outcome], labelOf(first))} ${first.id}`,
    ...(message === "" ? [] : [`  ${visible(message)}`]),
    ...evidenceWithCommand(first).map(([name, text]) => `  ${name.padEnd(9)}${onTerminal(name, visible(text))}`),
    ...(others.length === 0 ? [] : [`  also     ${othersOf(cause)}`]),
  ].join("\n");
}

/** A command that fills a screen pushes the cause off it; half of one repeats nothing. */
const onTerminal = (name: string, text: string) =>
  name === "repeat" && text.length > longestShown
    ? `a curl line of ${text.length} characters, which the other forms of the report have`
    : text;

const longestShown = 1_500;

function listBlock({ title, since, lines }: RuleList): string {
  const head = since === undefined ? title : `${title} since ${since}`;
  return lines.length === 0 ? `${head}.` : [`${head}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}

function closing(report: Report): string {
  const { rules } = report;
  return [
    visible(headline(report)),
    `${rules.length} rules: ${countsIn(countOutcomes(rules))}.`,
    costSentence(report),
    ...shownSentences(report).map(visible),
  ].join("\n");
}
