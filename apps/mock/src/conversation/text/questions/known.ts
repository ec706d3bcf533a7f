import { computingTerms } from "../data/computing-terms.js";
import { generalTerms } from "../data/general-terms.js";
import { events, makers, reasons } from "../data/known-answers.js";

/** A term that the mock can explain. */
export interface Term {
  definition: string;
  working: string;
  example: string;
  note: string;
  isComputing: boolean;
}

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("|"));

/** By each of its names, in lower case; made when first needed. */
let terms: Map<string, Term> | undefined;

function readTerms(): Map<string, Term> {
  const read = new Map<string, Term>();
  for (const [text, isComputing] of [
    [generalTerms, false],
    [computingTerms, true],
  ] as const) {
    for (const [names = "", definition = "", working = "", example = "", note = ""] of linesOf(text))
      for (const name of names.split(",")) read.set(name, { definition, working, example, note, isComputing });
  }
  return read;
}

/** The term that a topic is: `an API`, `recursion in Python`, `the history of coffee`; undefined where none is known. */
export function termOf(topic: string): Term | undefined {
  terms ??= readTerms();
  let name = topic
    .toLowerCase()
    .replaceAll(/["“”'`*?!.]+(?=\s|$)|(?<=^|\s)["“”'`*]+/g, "")
    .replace(/^how (.+?) works?$/, "$1")
    .replace(/^whether .*/, "")
    .trim();
  for (let round = 0; round < 4; round += 1) {
    const known =
      terms.get(name) ??
      terms.get(name.replace(/s$/, "")) ??
      terms.get(name.replace(/(?:es|ies)$/, (end) => (end === "es" ? "" : "y")));
    if (known !== undefined) return known;
    const shorter = name
      .replace(/^(?:a|an|the|your|my|our|using|learning|doing|what|about|basic|modern) /, "")
      .replace(
        /^(?:the )?(?:history|benefits?|advantages?|importance|role|basics|concept|meaning|purpose|idea|use|uses|future|impact|effects?|types?|principles?|difference|fundamentals|point) (?:of|in) /,
        "",
      )
      .replace(/ (?:in|on|for|with|at) [^,]{2,40}$/, "")
      .replace(
        / \([^)]*\)$| (?:basics|explained|works?|used|method|technique|concept|programming|language|is|are|and why .*|and how .*|and when .*)$/,
        "",
      );
    if (shorter === name) return undefined;
    name = shorter;
  }
  return undefined;
}

/** `Who wrote Hamlet?` */
export function makerIn(asked: string): string | undefined {
  const text = asked.toLowerCase().replaceAll(/["“”‘’]/g, "");
  const [, thing = ""] =
    /\bwho (?:(?:first|originally|actually) )?(?:wrote|painted|composed|invented|discovered|created|made|built|developed|designed|is the (?:author|inventor|creator|composer|painter) of|was the (?:author|inventor|creator|composer|painter) of)\s+(.+?)[.?!\s]*$/.exec(
      text,
    ) ?? [];
  const line = linesOf(makers).find(([names = ""]) => names.split(",").includes(thing));
  if (line === undefined) return undefined;
  const [, how = "", who = "", more = ""] = line;
  const name = thing.replaceAll(/(?:^|(?<=[\s-]))(?!(?:of|the|in|a|and|with)\b(?!^))\p{L}/gu, (first) =>
    first.toUpperCase(),
  );
  return `**${name.charAt(0).toUpperCase()}${name.slice(1)}** was ${how} by **${who}**. ${more}`;
}

/** `When did the Second World War end?` */
export function eventIn(asked: string): string | undefined {
  if (!/\b(?:when|what year|which year|how long ago)\b/i.test(asked)) return undefined;
  const text = asked.toLowerCase();
  return linesOf(events).find(([names = ""]) =>
    names.split(",").some((name) => new RegExp(`\\b${name}\\b`).test(text)),
  )?.[1];
}

/** `Why is the sky blue?`: the reason, and a sentence more. */
export function reasonIn(asked: string): { reason: string; more: string } | undefined {
  if (!/\b(?:why|how come|reason|what causes?|explain)\b/i.test(asked)) return undefined;
  const words = new Set(asked.toLowerCase().match(/\p{L}+/gu) ?? []);
  const has = (word: string) => words.has(word) || words.has(`${word}s`) || words.has(word.replace(/s$/, ""));
  const line = linesOf(reasons).find(([wanted = ""]) => wanted.split(" ").every(has));
  return line === undefined ? undefined : { reason: line[1] ?? "", more: line[2] ?? "" };
}
