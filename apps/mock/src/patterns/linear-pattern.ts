import { RE2JS } from "re2js";
import { type ParsedPattern, type PatternNode, parsePattern, UnreadablePattern } from "./parse-pattern.js";

/**
 * A pattern of ECMAScript on an engine that needs time in proportion to the text, whatever the pattern. A text of more
 * than 100 000 characters matches none; where the pattern is large, a shorter one doesn't either.
 */
export interface LinearPattern {
  test(text: string): boolean;
  /** The groups of the first match; undefined where there is none. */
  match(text: string): PatternMatch | undefined;
  /** The number of the engine's steps for it. */
  readonly size: number;
  readonly parsed: ParsedPattern;
  /** The pattern as it was written. */
  toString(): string;
}

/** The match of a pattern. */
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

/**
 * Makes a pattern. Throws a `SyntaxError` for what is none, and an `UnreadablePattern` for what the engine can't read.
 */
export function createLinearPattern(
  pattern: string,
  { ignoresCase = false }: { ignoresCase?: boolean } = {},
): LinearPattern {
  const parsed = parsePattern(pattern, { isUnicode: isUnicodePattern(pattern), ignoresCase });
  const size = sizeOf(parsed.choices);
  if (size > mostSteps) throw new UnreadablePattern(`it has more than ${mostSteps} steps`, 1);
  const engine = compile(sourceOf(parsed.choices), ignoresCase);
  const reach = Math.min(longestText, Math.floor(mostWork / Math.max(1, size)));

  return {
    size,
    parsed,
    toString: () => pattern,
    test: (text) => text.length <= reach && engine.test(text),
    match(text) {
      if (text.length > reach) return undefined;
      const matcher = engine.matcher(text);
      if (!matcher.find()) return undefined;
      const group = (number: number) => matcher.group(number) ?? undefined;
      const named = [...parsed.names].map(([name, numbers]) => [
        name,
        numbers.map(group).find((found) => found !== undefined),
      ]);
      return {
        groups: Array.from({ length: parsed.groupCount + 1 }, (_, number) => group(number)),
        named: Object.fromEntries(named),
      };
    },
  };
}

/**
 * True where a pattern needs the flag `u`, as JSON Schema has them; else it must be valid without. The platform only
 * reads it.
 */
function isUnicodePattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    new RegExp(pattern);
    return false;
  }
}

function compile(source: string, ignoresCase: boolean): RE2JS {
  try {
    return RE2JS.compile(source, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const isOfTimes = String(error).includes("repeat count");
    throw new UnreadablePattern(isOfTimes ? "it repeats more than 1000 times" : "the engine can't read it", 1);
  }
}

function sourceOf(choices: PatternNode[][]): string {
  return choices.map((nodes) => nodes.map(sourceOfNode).join("")).join("|");
}

function sourceOfNode(node: PatternNode): string {
  if (node.kind === "group") return `(${node.isCaptured ? "" : "?:"}${sourceOf(node.choices)})`;
  if (node.kind !== "repeat") return node.source;
  const { least, most, isLazy } = node;
  const times = Number.isFinite(most) ? `{${least},${most}}` : least > 1 ? `{${least},}` : least === 1 ? "+" : "*";
  return `(?:${sourceOfNode(node.node)})${times}${isLazy ? "?" : ""}`;
}

function sizeOf(choices: PatternNode[][]): number {
  return choices.reduce((sum, nodes) => nodes.reduce((size, node) => size + sizeOfNode(node), sum + 1), 0);
}

function sizeOfNode(node: PatternNode): number {
  if (node.kind === "group") return 2 + sizeOf(node.choices);
  if (node.kind !== "repeat") return 1;
  return 1 + sizeOfNode(node.node) * (Number.isFinite(node.most) ? Math.max(1, node.most) : node.least + 1);
}
