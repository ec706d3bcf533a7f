import { mostBilled, mostCalls } from "../run/call-limits.js";
import type { AreaReport, Change, Comparison, Report, RuleReport } from "./report.js";

/** The labels of findings, which people search for. The keys are the outcomes that call for a look, worst first. */
export const labels = {
  fail: "FAIL",
  error: "ERROR",
  inconclusive: "INCONCLUSIVE",
  warn: "WARN",
  note: "NOTE",
} as const;

/** A rule that calls for a look. */
export type Labelled = RuleReport & { outcome: keyof typeof labels };

/** The evidence of a finding, as names and texts; what its message says already is not said again. */
export function evidenceOf(rule: RuleReport): [name: string, text: string][] {
  const { message = "", expected, actual, pointer, eventNumber, exchange, clause, said, known } = rule;
  const parts: [string, string | undefined][] = [
    ["expected", notIn(message, expected)],
    ["actual", notIn(message, actual)],
    ["at", placeOf(exchange, eventNumber, pointer)],
    ["rule", `${rule.sentence} (${weightOf(rule)})`],
    ["clause", clause],
    ["found", countsOf(rule)],
    ["answer", said],
    ["known", known && `${known.reason} (until ${known.expires})`],
  ];
  return parts.filter((part): part is [string, string] => part[1] !== undefined && part[1] !== "");
}

/** In how many recorded exchanges. */
const countsOf = ({ judged, broken }: RuleReport) =>
  broken === undefined ? undefined : `in ${broken} of the ${judged} exchanges that it is about`;

/** The evidence with the command that repeats the call, for forms that have no place of its own for it. */
export function evidenceWithCommand(rule: RuleReport): [name: string, text: string][] {
  return rule.curl === undefined ? evidenceOf(rule) : [...evidenceOf(rule), ["repeat", rule.curl]];
}

/**
 * Says how much of the specification was shown, what the rest needs, and what the limits of a run left out, each
 * quoted as the form of the report wants it.
 */
export function shownSentence(
  { requirements: { shown, total, needs }, rules }: Report,
  quote: (text: string) => string = (text) => text,
): string {
  const wants = [...new Set(needs.map((each) => each.needs))].map((want) => {
    const rows = needs.filter((each) => each.needs === want).map(({ requirement }) => requirement);
    return `${quote(want)} (${shortList(rows)})`;
  });
  const rest = wants.length === 0 ? "" : `, ${total - shown} need: ${wants.join("; ")}`;
  return `${shown} of ${total} requirement rows shown${rest}.${leftOutSentence(rules, quote)}`;
}

/** Says what each limit of a run left out, and what judges it: rules by their ids where they are few, else by area. */
function leftOutSentence(rules: RuleReport[], quote: (text: string) => string): string {
  const free = rules.filter(({ needs }) => needs === "--all");
  const billed = rules.filter(({ needs }) => needs?.startsWith("--only "));
  const names = billed.length <= 6 ? billed.map(({ id }) => id) : [...new Set(billed.map(({ area }) => area))];
  const sentence = (left: RuleReport[], limit: string, remedy: string) =>
    left.length === 0
      ? ""
      : ` The limit of ${limit} left out ${left.length} ${left.length === 1 ? "rule" : "rules"}: ${quote(remedy)} judges ${left.length === 1 ? "it" : "them"}.`;
  return (
    sentence(free, `${mostCalls} calls`, "--all") +
    sentence(billed, `${mostBilled} billed calls`, `--only ${names.join(",")}`)
  );
}

/** The first of many; the JSON report has them all. */
export const shortList = (names: string[], most = 6) =>
  names.length <= most
    ? names.join(", ")
    : `${names.slice(0, most - 1).join(", ")} and ${names.length - most + 1} more`;

/** Says what the run took, or how much was recorded. */
export function costSentence({ calls, billedCalls, points, seconds, isRecorded }: Report): string {
  if (isRecorded) return `${calls} recorded ${calls === 1 ? "exchange" : "exchanges"}, ${seconds.toFixed(1)} s.`;
  const parts = [`${calls} calls`, `${billedCalls} billed`, ...(points === null ? [] : [`${points} points`])];
  return `${parts.join(", ")}, ${seconds.toFixed(1)} s.`;
}

/** Lists what has to change in a baseline: titles and the rules under them. */
export function baselineLists({ baseline }: Report): [title: string, ids: string[]][] {
  if (baseline === undefined) return [];
  const lists: [string, string[]][] = [
    ["Known failures that pass again; take them out of the baseline", baseline.passAgain],
    ["Entries of the baseline that have expired", baseline.expired],
  ];
  return lists.filter(([, ids]) => ids.length > 0);
}

/** Lists what has changed since the last run: titles and the changes under them. */
export function changeLists({
  newlyFailing,
  newlyPassing,
  noLongerRun,
}: Comparison): [title: string, changes: Change[]][] {
  const lists: [string, Change[]][] = [
    ["Newly failing", newlyFailing],
    ["Newly passing", newlyPassing],
    ["No longer run", noLongerRun],
  ];
  return lists.filter(([, changes]) => changes.length > 0);
}

const mostChanges = 20;

/** Changes as lines, no more than people read: the JSON report has all. */
export function changeLines(changes: Change[], quote: (text: string) => string = (text) => text): string[] {
  const lines = changes.slice(0, mostChanges).map(({ id, was, is }) => `${quote(id)} (${was}, now ${is})`);
  return changes.length > mostChanges ? [...lines, `and ${changes.length - mostChanges} more`] : lines;
}

/** Counts the rules of an area by outcome: `12 pass, 3 skip (2 not run)`. */
export const areaCounts = ({ counts, notRun }: AreaReport): string =>
  `${countsIn(counts)}${notRun === undefined ? "" : ` (${notRun} not run)`}`;

/** Outcomes with their counts: `12 pass, 1 fail`. */
export const countsIn = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(", ");

const notIn = (message: string, text = "") => (message.includes(text) ? undefined : text);

function placeOf(exchange: string | undefined, eventNumber: number | undefined, pointer: string | undefined): string {
  const event = eventNumber === undefined ? undefined : `event ${eventNumber}`;
  return [exchange, event, pointer].filter((part) => part !== undefined && part !== "").join(", ");
}

/** Says what the rule weighs and why; a finding about a lighter part of it, such as a field by convention, weighs less. */
function weightOf({ level, provenance, requirements, client, outcome }: RuleReport): string {
  const because = client === undefined ? [] : [`${client} breaks without it`];
  const isLighter = (outcome === "warn" && level === "must") || (outcome === "note" && level !== "note");
  const weight = [level, provenance, ...requirements, ...because].join(", ");
  return isLighter ? `${weight}; what is broken here weighs less` : weight;
}
