import type { Outcome } from "../judge.js";
import type { AreaReport, Report, RuleReport } from "./report.js";

/** Puts colour on a word, or leaves it as it is. */
export type Paint = (color: "red" | "yellow" | "green" | "gray", text: string) => string;

const colors = {
  fail: "red",
  error: "red",
  warn: "yellow",
  disturbed: "yellow",
  note: "yellow",
  blocked: "gray",
  pass: "green",
  skip: "gray",
} as const;
const labels: Partial<Record<Outcome, string>> = {
  fail: "FAIL",
  error: "ERROR",
  disturbed: "DISTURBED",
  warn: "WARN",
  note: "NOTE",
};

/** The report for people: a verdict per area first, then what was found, then how much was looked at. */
export function consoleReport(report: Report, paint: Paint = (_, text) => text): string {
  const head = `Contract tests of ${report.baseURL} (contract ${report.contractVersion})`;
  if (report.problem !== undefined) return `${head}\n\n${paint("red", report.problem.message)}\n`;
  const found = Object.keys(labels).flatMap((outcome) => report.rules.filter((rule) => rule.outcome === outcome));
  const sections = [
    head,
    report.areas.map((area) => areaLine(area, paint)).join("\n"),
    ...found.map((rule) => findingBlock(rule, paint)),
    countLines(report),
  ];
  return `${sections.join("\n\n")}\n`;
}

function areaLine({ name, verdict, reason, counts }: AreaReport, paint: Paint): string {
  const detail = reason ?? countsIn(counts);
  return `  ${name.padEnd(10)} ${paint(colors[verdict], verdict.padEnd(9))} ${detail}`.trimEnd();
}

function findingBlock(rule: RuleReport, paint: Paint): string {
  const { outcome, id, sentence, message, expected, actual, pointer, eventNumber, curl } = rule;
  const lines: [string, string | undefined][] = [
    ["", message],
    ["expected", notIn(message, expected)],
    ["actual", notIn(message, actual)],
    ["at", placeOf(pointer, eventNumber)],
    ["rule", `${sentence} (${sourceOf(rule)})`],
    ["repeat", curl],
  ];
  const shown = lines.filter(([, text]) => text !== undefined && text !== "");
  return [
    `${paint(colors[outcome], labels[outcome] ?? outcome)} ${id}`,
    ...shown.map(([name, text]) => `  ${name.padEnd(name === "" ? 0 : 9)}${text}`),
  ].join("\n");
}

/** What the sentence already says is not said again. */
const notIn = (message = "", text = "") => (message.includes(text) ? undefined : text);

function placeOf(pointer: string | undefined, eventNumber: number | undefined): string {
  return [eventNumber === undefined ? "" : `event ${eventNumber}`, pointer ?? ""]
    .filter((part) => part !== "")
    .join(", ");
}

function sourceOf({ level, provenance, requirements, client }: RuleReport): string {
  return [level, provenance, ...requirements, ...(client === undefined ? [] : [`${client} breaks without it`])].join(
    ", ",
  );
}

function countLines({ rules, calls, billedCalls, seconds, requirements }: Report): string {
  const counts: Record<string, number> = {};
  for (const { outcome } of rules) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return [
    `${rules.length} rules: ${countsIn(counts)}.`,
    `${calls} calls, ${billedCalls} billed, ${seconds.toFixed(1)} s. ${requirements.shown.length} of ${requirements.total} requirement rows shown.`,
  ].join("\n");
}

const countsIn = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(", ");
