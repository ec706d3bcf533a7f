import { RE2JS } from "re2js";
import { createBoundedMap } from "../session/bounded-map.js";
import { translatePattern, UnreadablePattern } from "./translate-pattern.js";

export interface PatternMatch {
  /** By number, the whole match first; undefined for a group that took no part. */
  groups: (string | undefined)[];
  named: Record<string, string | undefined>;
}

/** The most steps of a pattern; with all repetitions written out. */
export const mostSteps = 20_000;

/** Steps times characters, so that no text and no pattern keep others waiting. */
const mostWork = 3_000_000;
const longestText = 100_000;

/** As many as a long schema has. A schema is read, compiled and filled, and each request tries the patterns of replies. */
const kept = createBoundedMap<LinearPattern>({ entries: 3000 });

/** A pattern, made once. Throws a `SyntaxError` for what is none, and an `UnreadablePattern` for what the engine can't read. */
export function createLinearPattern(pattern: string, { ignoresCase = false } = {}): LinearPattern {
  const name = `${ignoresCase} ${pattern}`;
  const made = kept.get(name) ?? makePattern(pattern, ignoresCase);
  kept.set(name, made);
  return made;
}

/**
 * A pattern of ECMAScript on an engine that needs time in proportion to the text, whatever the pattern. A text of more
 * than 100 000 characters matches none; where the pattern is large, a shorter one doesn't either.
 */
export type LinearPattern = ReturnType<typeof makePattern>;

function makePattern(pattern: string, ignoresCase: boolean) {
  checkSyntax(pattern);
  const { source, size } = translatePattern(pattern);
  if (size > mostSteps) throw new UnreadablePattern(`it has more than ${mostSteps} steps`, 1);
  const engine = compile(source, { pattern, ignoresCase });
  const reach = Math.min(longestText, Math.floor(mostWork / Math.max(1, size)));
  const numbers = Object.entries(engine.namedGroups());

  return {
    /** The number of the engine's steps for it. */
    size,
    /** The names of its groups. */
    names: numbers.map(([name]) => name),
    engine,
    toString: () => pattern,
    test: (text: string) => text.length <= reach && engine.test(text),
    match(text: string): PatternMatch | undefined {
      if (text.length > reach) return undefined;
      const matcher = engine.matcher(text);
      if (!matcher.find()) return undefined;
      const groups = Array.from({ length: engine.groupCount() + 1 }, (_, number) => matcher.group(number) ?? undefined);
      return { groups, named: Object.fromEntries(numbers.map(([name, number]) => [name, groups[number]])) };
    },
  };
}

/** Throws for what is no pattern, with the flag `u`, as JSON Schema has them, or without. The platform only reads it. */
function checkSyntax(pattern: string): void {
  try {
    new RegExp(pattern, "u");
  } catch {
    new RegExp(pattern);
  }
}

/** The beginnings of what the engine can't read, and what to say of them. */
const unreadable: [beginning: RegExp, why: string][] = [
  [/^\(\?<?[=!]/, "it looks ahead or behind"],
  [/^\{/, "it repeats more than 1000 times"],
  [/^\\[pP]/, "it names a property of Unicode that the engine does not have"],
];

function compile(source: string, { pattern, ignoresCase }: { pattern: string; ignoresCase: boolean }): RE2JS {
  try {
    return RE2JS.compile(source, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    // Its message ends with the part that is meant.
    const part = /`(.*)`$/s.exec(String(error))?.[1] ?? "";
    const why = unreadable.find(([beginning]) => beginning.test(part))?.[1] ?? "the engine can't read it";
    throw new UnreadablePattern(why, part === "" ? 1 : pattern.lastIndexOf(part) + 1);
  }
}
