import { isBroken } from "./outcomes.js";
import type { RuleReport } from "./report.js";
import { type Labelled, labels, shortList } from "./wording.js";

/** One thing that is wrong, with every rule that shows it: the first has the evidence. */
export interface Cause {
  /** One sentence; empty where the rule says nothing. */
  message: string;
  first: Labelled;
  /** The other rules that were found broken in the same words, wherever. */
  others: Labelled[];
}

/**
 * The findings by their cause, worst first. Rules whose findings differ in nothing but their weight and the call that they are
 * about have one cause: where all error pages are HTML, that is one thing to mend.
 */
export function causesIn({ rules }: { rules: RuleReport[] }): Cause[] {
  const order = Object.keys(labels);
  const found = rules
    .filter((rule): rule is Labelled => rule.outcome in labels)
    .sort((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  const groups = new Map<string, Labelled[]>();
  for (const rule of found) groups.set(wordsOf(rule), [...(groups.get(wordsOf(rule)) ?? []), rule]);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ message: messageOf(first, others), first, others }] : [],
  );
}

/**
 * The names of the other rules of a cause, each of another weight than the first with its outcome, as far as they fit on a line
 * or two: the JSON report has all.
 */
export function othersOf({ first, others }: Cause, quote: (text: string) => string = (text) => text): string {
  return shortList(
    others.map(({ id, outcome }) => `${quote(id)}${outcome === first.outcome ? "" : ` (${outcome})`}`),
    mostNamed,
  );
}

const mostNamed = 20;

/** A call is named by its method and path. */
const call = /\b(GET|POST|HEAD|DELETE|PUT|PATCH|OPTIONS) \/[^\s,;]*/g;

/** The media type that is right differs from call to call; that it is another one is one thing to mend. */
const expectedType = /^(The Content-Type is [^;]*; expected) .*/;

/** A redirect leads somewhere else for each call. */
const redirectTarget = /(?<=, a redirect to )\S+/g;

/** A redirect, a page or a failure of the server is one thing to mend, whatever was expected in its place. */
const inPlaceOfAnything =
  /^(.* (?:answered|was answered with) (?:3\d\d, a redirect|5\d\d|\d{3} \(text\/(?:html|plain)).*); expected \d{3}\..*$/;

/** Each stream that is held back shows it by numbers of its own. */
const heldBack = /\/not-held-back$/;

function wordsOf({ outcome, id, message, known }: Labelled): string {
  if (!isBroken(outcome)) return JSON.stringify([outcome, message?.replaceAll(call, "…") ?? id]);
  const words = heldBack.test(id)
    ? "held back"
    : message
        ?.replaceAll(call, "…")
        .replaceAll(redirectTarget, "…")
        .replace(inPlaceOfAnything, "$1")
        .replace(expectedType, "$1");
  return JSON.stringify([words ?? id, known?.reason]);
}

function messageOf({ message = "", outcome }: Labelled, others: Labelled[]): string {
  if (others.length === 0 || !isBroken(outcome)) return message;
  return `${message}${/[.!?]$/.test(message) ? "" : "."} That is one cause of ${others.length + 1} findings.`;
}
