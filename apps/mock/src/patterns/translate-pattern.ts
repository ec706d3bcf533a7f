import { RE2JS } from "re2js";

/** Thrown where the engine can't read a pattern that ECMAScript can. */
export class UnreadablePattern extends Error {
  /** The place in the pattern, counted from 1. */
  readonly position: number;

  constructor(why: string, position: number) {
    super(`${why} at character ${position}`);
    this.name = "UnreadablePattern";
    this.position = position;
  }
}

/** The most that the engine repeats. */
const mostTimes = 1000;

/** The parts of a pattern that are read one by one; what is none of them is a character. */
const part = new RegExp(
  [
    "\\\\u(?<high>d[89ab][\\da-f]{2})\\\\u(?<low>d[c-f][\\da-f]{2})",
    "\\\\[pP]\\{(?:(?:General_Category|gc|Script|sc)=)?(?<property>\\w+)\\}",
    "\\\\u\\{[\\da-f]+\\}|\\\\u[\\da-f]{4}|\\\\x[\\da-f]{2}|\\\\c[a-z]",
    "\\\\.",
    "\\(\\?<\\w+>|\\(\\?[\\w-]*:",
    "\\{(?<least>\\d+)(?<comma>,?)(?<most>\\d*)\\}",
    ".",
  ].join("|"),
  "gisu",
);

type Parts = Partial<Record<string, string>>;

/**
 * Writes a pattern of ECMAScript as the engine reads it, and counts its steps with all repetitions written out. `re2js`
 * translates the spelling; this does so where the same spelling means something else. Throws what refers back or repeats too often.
 */
export function translatePattern(pattern: string): { source: string; size: number } {
  /** The steps of the groups that are open, the outermost first, and those of the part before. */
  const sizes = [0];
  let before = 0;
  let isInClass = false;
  const count = (steps: number) => {
    before = steps;
    sizes.push((sizes.pop() ?? 0) + steps);
  };
  const source = pattern.replaceAll(part, (token, ...rest) => {
    const [position, , groups] = rest.slice(-3) as [number, string, Parts]; // as `replace` has them
    const { least, comma, most } = groups;
    if (/^\\[1-9k]/.test(token)) throw new UnreadablePattern("it refers back to a group", position + 1);
    if (isInClass) {
      isInClass = token !== "]";
      return inClass.get(token) ?? sets.get(token) ?? translateCharacter(token, groups);
    }
    isInClass = token === "[";
    if (token.startsWith("(")) sizes.push(0);
    else if (token === ")") count(2 + (sizes.length > 1 ? (sizes.pop() ?? 0) : 0));
    else if (least === undefined) count(1);
    else if (Math.max(Number(least), Number(most)) > mostTimes) {
      throw new UnreadablePattern(`it repeats more than ${mostTimes} times`, position + 1);
    } else count(before * Math.max(0, Number(most || least) + (comma && !most ? 1 : 0) - 1));
    const set = sets.get(token);
    return set === undefined ? translateCharacter(token, groups) : `[${set}]`;
  });
  return { source: RE2JS.translateRegExp(source), size: sizes.reduce((sum, size) => sum + size, 0) };
}

function translateCharacter(token: string, { high, low, property }: Parts): string {
  if (high !== undefined && low !== undefined) {
    const pair = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    return `\\x{${pair.codePointAt(0)?.toString(16)}}`;
  }
  return property === undefined ? token : `${token.slice(0, 2)}{${categories.get(property) ?? property}}`;
}

/** Tokens that mean other characters to the engine, and those that do so within a class. */
const sets = new Map([
  ["\\s", "\\t-\\r\\p{Z}\\x{feff}"],
  [
    "\\S",
    "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
      "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}",
  ],
  [".", "^\\n\\r\\x{2028}\\x{2029}"],
]);
const inClass = new Map([
  ["[", "\\["],
  ["\\b", "\\x08"],
  [".", "."],
]);

/** The engine's names of the categories of Unicode that ECMAScript has long ones for as well. */
const categories = new Map(
  "Letter L,Uppercase_Letter Lu,Lowercase_Letter Ll,Mark M,Number N,Decimal_Number Nd,Punctuation P,Symbol S,Separator Z"
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]), // two words each
);
