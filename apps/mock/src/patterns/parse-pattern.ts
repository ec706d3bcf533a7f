/** A part of a pattern. Its `source` is what the engine reads. */
export type PatternNode =
  /** One character: of a class, or just `character`. */
  | { kind: "character"; source: string; character?: string }
  | { kind: "assertion"; source: string }
  | { kind: "group"; isCaptured: boolean; choices: PatternNode[][] }
  | { kind: "repeat"; node: PatternNode; least: number; most: number; isLazy: boolean };

/** A pattern of ECMAScript, taken apart. */
export interface ParsedPattern {
  choices: PatternNode[][];
  groupCount: number;
  /** The numbers of the groups of a name; a name may stand in several alternatives. */
  names: Map<string, number[]>;
}

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

/** The most that the engine repeats, and the deepest that we go into groups. */
const mostTimes = 1000;
const deepestGroup = 100;

/**
 * Takes a pattern apart that ECMAScript accepts, with the flag `u` where `isUnicode`. Throws what the engine can't
 * read.
 */
export function parsePattern(
  pattern: string,
  { isUnicode, ignoresCase }: { isUnicode: boolean; ignoresCase: boolean },
): ParsedPattern {
  const names = new Map<string, number[]>();
  let groupCount = 0;
  let at = 0;
  const choices = readChoices(0);
  return { choices, groupCount, names };

  function readChoices(depth: number): PatternNode[][] {
    const found: PatternNode[][] = [[]];
    while (at < pattern.length && pattern[at] !== ")") {
      const nodes = found.at(-1) ?? [];
      if (pattern[at] === "|") {
        at += 1;
        found.push([]);
      } else nodes.push(readRepeats(readAtom(depth)));
    }
    return found;
  }

  function readRepeats(node: PatternNode): PatternNode {
    const from = at;
    const [whole, sign, least, comma, most] =
      /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})/.exec(pattern.slice(at, at + 40)) ?? [];
    if (whole === undefined) return node;
    at += whole.length;
    const isLazy = pattern[at] === "?";
    if (isLazy) at += 1;
    const lower = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
    const upper =
      sign === "?" ? 1 : sign !== undefined || (comma && !most) ? Number.POSITIVE_INFINITY : Number(most || least);
    if (lower > mostTimes || (Number.isFinite(upper) && upper > mostTimes)) {
      throw new UnreadablePattern(`it repeats more than ${mostTimes} times`, from + 1);
    }
    return { kind: "repeat", node, least: lower, most: upper, isLazy };
  }

  function readAtom(depth: number): PatternNode {
    const from = at;
    const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    at += character.length;
    if (character === "(") return readGroup(from, depth);
    if (character === "[") return readClass();
    if (character === "\\") return readEscape();
    if (character === "^") return { kind: "assertion", source: "\\A" };
    if (character === "$") return { kind: "assertion", source: "\\z" };
    if (character === ".") return { kind: "character", source: "[^\\n\\r\\x{2028}\\x{2029}]" };
    return literal(character);
  }

  function readGroup(from: number, depth: number): PatternNode {
    if (depth > deepestGroup)
      throw new UnreadablePattern(`it has more than ${deepestGroup} groups in each other`, from + 1);
    const [opening = "", name] = /^\?(?:<([^>=!][^>]*)>|<?[=!]|[a-z-]*:)/.exec(pattern.slice(at, at + 300)) ?? [];
    if (/[=!]$/.test(opening)) throw new UnreadablePattern("it looks ahead or behind", from + 1);
    if (opening !== "" && name === undefined && opening !== "?:") {
      throw new UnreadablePattern("it changes flags within", from + 1);
    }
    at += opening.length;
    const isCaptured = opening === "" || name !== undefined;
    if (isCaptured) groupCount += 1;
    if (name !== undefined) names.set(name, [...(names.get(name) ?? []), groupCount]);
    const inner = readChoices(depth + 1);
    at += 1; // its closing bracket
    return { kind: "group", isCaptured, choices: inner };
  }

  function readEscape(): PatternNode {
    const character = pattern[at] ?? "";
    if (character === "b" || character === "B") {
      at += 1;
      return { kind: "assertion", source: `\\${character}` };
    }
    const set = readSet();
    if (set !== undefined) return { kind: "character", source: `[${set}]` };
    return literal(String.fromCodePoint(readCharacter()));
  }

  /** Reads an escape for several characters, such as `\d` or `\p{Lu}`, as a part of a class. */
  function readSet(): string | undefined {
    const character = pattern[at] ?? "";
    const set = sets(ignoresCase)[character];
    if (set !== undefined) {
      at += 1;
      return set;
    }
    if (!isUnicode || (character !== "p" && character !== "P")) return undefined;
    const [whole = "", property = ""] = /^[pP]\{([^}]*)\}/.exec(pattern.slice(at, at + 80)) ?? [];
    const name = propertyName(property);
    if (name === undefined || (ignoresCase && character === "P")) {
      throw new UnreadablePattern(`it names the property ${property.slice(0, 40)}`, at);
    }
    at += whole.length;
    return `\\${character}{${name}}`;
  }

  /** The code point of an escape, behind its backslash. */
  function readCharacter(): number {
    const rest = pattern.slice(at, at + 12);
    if (/^[1-9]/.test(rest) || /^0\d/.test(rest)) throw new UnreadablePattern("it refers back to a group", at);
    if (/^k</.test(rest)) throw new UnreadablePattern("it refers back to a group", at);
    const named = controls[rest[0] ?? ""];
    if (named !== undefined) return take(1, named);
    const control = /^c([A-Za-z])/.exec(rest)?.[1];
    if (control !== undefined) return take(2, control.charCodeAt(0) % 32);
    const pair = isUnicode ? /^u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/i.exec(rest) : null;
    if (pair !== null) {
      const units = pair.slice(1).map((digits) => Number.parseInt(digits, 16));
      return take(pair[0].length, String.fromCharCode(...units).codePointAt(0) ?? 0);
    }
    const braced = isUnicode ? /^u\{([\da-f]+)\}/i.exec(pattern.slice(at, at + 40)) : null;
    const coded = braced ?? /^(?:u([\da-f]{4})|x([\da-f]{2}))/i.exec(rest);
    if (coded !== null) return take(coded[0].length, Number.parseInt(coded[1] ?? coded[2] ?? "", 16));
    // Outside of the flag `u`, `\c` with no letter behind it is a backslash.
    if (rest[0] === "c") return 0x5c;
    const point = pattern.codePointAt(at) ?? 0x5c;
    return take(point > 0xffff ? 2 : 1, point);
  }

  function take<Value>(length: number, value: Value): Value {
    at += length;
    return value;
  }

  function readClass(): PatternNode {
    const isNegated = pattern[at] === "^";
    if (isNegated) at += 1;
    let parts = "";
    while (at < pattern.length && pattern[at] !== "]") {
      const first = readClassPart();
      const isRange = pattern[at] === "-" && pattern[at + 1] !== "]" && at + 1 < pattern.length;
      if (typeof first === "string" || !isRange) {
        parts += typeof first === "string" ? first : escaped(first);
        continue;
      }
      at += 1;
      const last = readClassPart();
      // Outside of the flag `u`, a hyphen beside a set is one.
      parts += typeof last === "string" ? `${escaped(first)}\\-${last}` : `${escaped(first)}-${escaped(last)}`;
    }
    at += 1;
    if (parts === "") return { kind: "character", source: isNegated ? `[${everything}]` : `[^${everything}]` };
    return { kind: "character", source: `[${isNegated ? "^" : ""}${parts}]` };
  }

  /** A set as its source, or the code point of a character. */
  function readClassPart(): string | number {
    const point = pattern.codePointAt(at) ?? 0;
    at += point > 0xffff ? 2 : 1;
    if (point !== 0x5c) return point;
    if (pattern[at] === "b") return take(1, 8);
    return readSet() ?? readCharacter();
  }
}

function literal(character: string): PatternNode {
  return { kind: "character", source: escaped(character.codePointAt(0) ?? 0), character };
}

function escaped(point: number): string {
  const character = String.fromCodePoint(point);
  return /^[\dA-Za-z]$/.test(character) ? character : `\\x{${point.toString(16)}}`;
}

const controls: Record<string, number> = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 };

const everything = "\\x{0}-\\x{10ffff}";
const spaces =
  "\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const noSpaces =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";
const noDigits = "\\x{0}-\\x{2f}\\x{3a}-\\x{10ffff}";
const noWord = "\\x{0}-\\x{2f}\\x{3a}-\\x{40}\\x{5b}-\\x{5e}\\x{60}\\x{7b}-";

/** The long s and the Kelvin sign are letters of ASCII in other cases. */
function sets(ignoresCase: boolean): Record<string, string> {
  return {
    d: "0-9",
    D: noDigits,
    w: "0-9A-Za-z_",
    W: ignoresCase ? `${noWord}\\x{17e}\\x{180}-\\x{2129}\\x{212b}-\\x{10ffff}` : `${noWord}\\x{10ffff}`,
    s: spaces,
    S: noSpaces,
  };
}

/** The engine's name of a property of Unicode, where it has the same one. */
function propertyName(property: string): string | undefined {
  const [, key, value] = /^(?:(\w+)=)?(\w+)$/.exec(property) ?? [];
  if (value === undefined || key === "Script_Extensions" || key === "scx") return undefined;
  return categories[value] ?? value;
}

const categories: Record<string, string> = {
  Letter: "L",
  Uppercase_Letter: "Lu",
  Lowercase_Letter: "Ll",
  Titlecase_Letter: "Lt",
  Modifier_Letter: "Lm",
  Other_Letter: "Lo",
  Mark: "M",
  Nonspacing_Mark: "Mn",
  Spacing_Mark: "Mc",
  Enclosing_Mark: "Me",
  Number: "N",
  Decimal_Number: "Nd",
  Letter_Number: "Nl",
  Other_Number: "No",
  Punctuation: "P",
  Dash_Punctuation: "Pd",
  Open_Punctuation: "Ps",
  Close_Punctuation: "Pe",
  Initial_Punctuation: "Pi",
  Final_Punctuation: "Pf",
  Connector_Punctuation: "Pc",
  Other_Punctuation: "Po",
  Symbol: "S",
  Math_Symbol: "Sm",
  Currency_Symbol: "Sc",
  Modifier_Symbol: "Sk",
  Other_Symbol: "So",
  Separator: "Z",
  Space_Separator: "Zs",
  Line_Separator: "Zl",
  Paragraph_Separator: "Zp",
  Other: "C",
  Control: "Cc",
  Format: "Cf",
  Private_Use: "Co",
  Surrogate: "Cs",
};
