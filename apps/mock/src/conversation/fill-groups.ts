import type { PatternMatch } from "../patterns/linear-pattern.js";
import { quoteOf } from "./text/question.js";

const questionGroup = "question";
const reference = /\$(?:\$|(\d{1,2})|<([^>]{1,100})>)/g;

/** The names of groups to which the texts of a value refer, as in `$<city>`. */
export function groupNamesIn(value: unknown): string[] {
  const names: string[] = [];
  mapTexts(value, (text) => {
    for (const [, , name] of text.matchAll(reference))
      if (name !== undefined && name !== questionGroup) names.push(name);
    return text;
  });
  return names;
}

/**
 * Puts the first words of the question into the texts of a value for `$<question>`, and after a match what the groups of
 * the pattern found: `$1`, `$<city>`, and `$$` for `$`, as `replace` of a JavaScript text does. A group that took no part
 * is empty; what names no group stays as it is.
 */
export function fillGroups<Value>(value: Value, question: string, match: PatternMatch | undefined): Value {
  const { groups, named } = match ?? { groups: [], named: {} };
  const fill = (whole: string, digits: string | undefined, name: string | undefined) => {
    if (name === questionGroup) return quoteOf(question);
    if (match === undefined) return whole;
    if (whole === "$$") return "$";
    if (name !== undefined) return Object.keys(named).length > 0 ? (named[name] ?? "") : whole;
    return numbered(String(digits)) ?? whole;
  };
  // Texts become texts, so that the value keeps its type.
  return mapTexts(value, (text) => text.replaceAll(reference, fill)) as Value;

  /** `$12` is group 1 and a `2` where there is no group 12. */
  function numbered(digits: string): string | undefined {
    if (Number(digits) > 0 && Number(digits) < groups.length) return groups[Number(digits)] ?? "";
    const first = Number(digits[0]);
    return digits.length === 2 && first > 0 && first < groups.length ? `${groups[first] ?? ""}${digits[1]}` : undefined;
  }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}
