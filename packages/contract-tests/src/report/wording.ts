import type { Outcome } from "../judging/judge-rule.js";
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

export type Labelled = RuleReport & { outcome: keyof typeof labels };

export const labelOf = ({ outcome, known }: Labelled) => `${labels[outcome]}${known === undefined ? "" : " (known)"}`;

/** The evidence of a finding, as names and texts; what its message says already is not said again. */
export function evidenceOf(rule: RuleReport): [name: string, text: string][] {
  const { message = "", expected, actual, pointer, eventNumber, exchange, clause, said, known } = rule;
  const parts: [string, string | undefined][] = [
    ["expected", notIn(message, expected)],
    ["actual", notIn(message, actual)],
    ["at", placeOf(exchange, eventNumber, pointer)],
    ["rule", `${rule.sentence} (${weightOf(rule)})`],
    ["clause", clause],
    ["basis", basisOf(rule)],
    ["found", countsOf(rule)],
    ["answer", said],
    ["known", known && `${known.reason} (until ${known.expires})`],
  ];
  return parts.filter((part): part is [string, string] => part[1] !== undefined && part[1] !== "");
}

/** Says of an element that the specification doesn't show how it is known: a service may have reasons for another. */
const basisOf = ({ basis, provenance }: RuleReport) =>
  (basis ?? provenance) === "observed" ? "observed on real services; the specification does not show it" : undefined;

const countsOf = ({ judged, broken }: RuleReport) =>
  broken === undefined ? undefined : `in ${broken} of ${judged} exchanges judged`;

/** The evidence with the command that repeats the call, for forms that have no place of its own for it. */
export function evidenceWithCommand(rule: RuleReport): [name: string, text: string][] {
  return rule.curl === undefined ? evidenceOf(rule) : [...evidenceOf(rule), ["repeat", rule.curl]];
}

/**
 * Says, a sentence each, how much of the specification was checked, what the rest needs, and what the limits of a run left
 * out, with options and keys quoted as the form of the report wants it.
 */
export function shownSentences(
  { requirements: { shown, total, needs }, rules }: Report,
  quote: (text: string) => string = (text) => text,
): string[] {
  const wants = [...new Set(needs.map((each) => each.needs))].map((want) => {
    const rows = needs.filter((each) => each.needs === want).map(({ requirement }) => requirement);
    return `${quote(want)} (${shortList(rows)})`;
  });
  const left = total - shown;
  const rest =
    wants.length === 0 ? "" : ` The other${left === 1 ? " one needs" : ` ${left} need`}: ${wants.join("; ")}.`;
  return [`${shown} of ${total} requirements of the specification checked.${rest}`, ...leftOutSentences(rules, quote)];
}

/** Says what each limit of a run left out, and what judges it: a few rules in one run, more in a run for each area. */
function leftOutSentences(rules: RuleReport[], quote: (text: string) => string): string[] {
  const free = rules.filter(({ needs }) => needs === "--all");
  const billed = rules.filter(({ needs }) => needs?.startsWith("--only "));
  const isFew = billed.length <= 6;
  const areas = [...new Set(billed.map(({ area }) => quote(`--only ${area}`)))];
  const ids = quote(`--only ${billed.map(({ id }) => id).join(",")}`);
  const separate =
    areas.length === 1 ? areas.join("") : `separate runs with ${areas.slice(0, -1).join(", ")} and ${areas.at(-1)}`;
  const sentence = (left: RuleReport[], limit: string, remedy: string) =>
    left.length === 0
      ? []
      : [
          `${left.length} ${left.length === 1 ? "rule was" : "rules were"} left out by the limit of ${limit}; to judge ${left.length === 1 ? "it" : "them"}, use ${remedy}.`,
        ];
  return [
    ...sentence(free, `${mostCalls} calls`, quote("--all")),
    ...sentence(billed, `${mostBilled} billed calls`, isFew ? ids : separate),
  ];
}

/** The first of many; the JSON report has them all. */
export const shortList = (names: string[], most = 6) =>
  names.length <= most
    ? names.join(", ")
    : `${names.slice(0, most - 1).join(", ")} and ${names.length - most + 1} more`;

/** Says what the run took, or how much was recorded. */
export function costSentence({ calls, billedCalls, points, balanceRose, seconds, isRecorded }: Report): string {
  const time = `${seconds.toFixed(1)} s`;
  if (isRecorded)
    return `${calls} recorded ${calls === 1 ? "exchange" : "exchanges"}, from the first to the last ${time}.`;
  const unknown = balanceRose
    ? "points unknown (the balance rose during the run)"
    : "points unknown (the balance could not be read)";
  const cost = points === null ? unknown : `${points} points`;
  return `${calls} ${calls === 1 ? "call" : "calls"}, ${billedCalls} billed, ${cost}, ${time}.`;
}

/** Rules by name under a title; it says since when, if it is about changes. */
export interface RuleList {
  title: string;
  since?: string;
  lines: string[];
}

/** Lists what has to change in a baseline, and what has changed since the last run: one without lines says that nothing has. */
export function ruleLists(
  { baseline, comparison }: Report,
  quote: (text: string) => string = (text) => text,
): RuleList[] {
  const { passAgain = [], expired = [] } = baseline ?? {};
  const known = [
    { title: "Known failures that pass again; remove them from the baseline", lines: passAgain.map(quote) },
    { title: "Expired baseline entries, which no longer apply", lines: expired.map(quote) },
  ].filter(({ lines }) => lines.length > 0);
  if (comparison === undefined) return known;
  const since = quote(comparison.since);
  const changed = changeLists(comparison).map(([title, each]) => ({ title, since, lines: changeLines(each, quote) }));
  return [...known, ...(changed.length > 0 ? changed : [{ title: "Nothing has changed", since, lines: [] }])];
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
    ["No longer judged", noLongerRun],
  ];
  return lists.filter(([, changes]) => changes.length > 0);
}

const mostChanges = 20;

/** Changes as lines, no more than people read: the JSON report has all. */
function changeLines(changes: Change[], quote: (text: string) => string): string[] {
  const lines = changes.slice(0, mostChanges).map(({ id, was, is }) => `${quote(id)} (${was}, now ${is})`);
  return changes.length > mostChanges ? [...lines, `and ${changes.length - mostChanges} more`] : lines;
}

/** Counts the rules of an area by outcome: `12 passed, 3 skipped (2 of them not run)`. */
export const areaCounts = ({ counts, notRun }: AreaReport): string =>
  `${countsIn(counts)}${notRun === undefined ? "" : ` (${notRun} of them not run)`}`;

export const countsIn = (counts: AreaReport["counts"]): string =>
  Object.entries(counts)
    .map(([outcome, count]) => {
      const [one, many = one] = outcomeWords[outcome as Outcome]; // counts has no other keys
      return `${count} ${count === 1 ? one : many}`;
    })
    .join(", ");

const outcomeWords: Record<Outcome, [one: string, many?: string]> = {
  fail: ["failed"],
  error: ["error", "errors"],
  inconclusive: ["inconclusive"],
  warn: ["warning", "warnings"],
  note: ["note", "notes"],
  blocked: ["blocked"],
  pass: ["passed"],
  skip: ["skipped"],
};

const notIn = (message: string, text = "") => (message.includes(text) ? undefined : text);

function placeOf(exchange: string | undefined, eventNumber: number | undefined, pointer: string | undefined): string {
  const event = eventNumber === undefined ? undefined : `event ${eventNumber}`;
  return [exchange, event, pointer].filter((part) => part !== undefined && part !== "").join(", ");
}

/** Says what the rule weighs and why; a finding about a part of it by another source, such as a field by convention, weighs otherwise. */
function weightOf({ level, provenance, requirements, client, outcome }: RuleReport): string {
  const because = client === undefined ? [] : [`${client} needs it`];
  const isLighter = (outcome === "warn" && level === "must") || (outcome === "note" && level !== "note");
  const weight = [level, provenance, ...requirements, ...because].join(", ");
  if (isLighter) return `${weight}; the broken part weighs less`;
  return outcome === "fail" && level !== "must" ? `${weight}; the broken part is stated` : weight;
}
