import type { Report } from "./report.js";
import { isBroken } from "./summarise.js";
import { type Labelled, labels, shortList } from "./wording.js";

/** One fault, with every rule that shows it: the first has the evidence. */
export interface Cause {
  /** One sentence; empty where the rule says nothing. */
  message: string;
  first: Labelled;
  /** The other rules that were found broken in the same words, wherever. */
  others: Labelled[];
}

/**
 * The findings by their cause, worst first. Rules whose findings differ in nothing but their weight and the call that they are
 * about have one cause: where all error pages are HTML, that is one thing to mend. So is a page by which a gateway answers
 * all calls from some moment on, whatever each rule says of it.
 */
export function causesIn({ rules, exchanges = [] }: Pick<Report, "rules" | "exchanges">): Cause[] {
  const statuses = new Map(exchanges.map(({ id, status }) => [id, status]));
  const order = Object.keys(labels);
  const found = rules
    .filter((rule): rule is Labelled => rule.outcome in labels)
    .sort((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  const groups = new Map<string, Labelled[]>();
  for (const rule of found) {
    const cause = failureBehind(rule, statuses.get(rule.exchange ?? "")) ?? wordsOf(rule);
    groups.set(cause, [...(groups.get(cause) ?? []), rule]);
  }
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

/** The failure of a server in front that a broken rule is about: it answers with a page, or to HEAD with nothing. */
function failureBehind({ outcome, said = "", known, message = "" }: Labelled, made?: number): string | undefined {
  const status = made ?? Number(/ answered (5\d\d)\b/.exec(message)?.[1] ?? 0); // a smaller call is not among the exchanges
  const isPage = said === "" || said.startsWith("<");
  return isBroken(outcome) && status >= 500 && isPage ? JSON.stringify([status, known?.reason]) : undefined;
}

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
  return `${message}${/[.!?]$/.test(message) ? "" : "."} ${others.length + 1} findings have this cause.`;
}
