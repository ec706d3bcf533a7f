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

const spaces =
  "\\t\\n\\v\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";
const noSpaces =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}" +
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}";

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
    const [position, , groups] = rest.slice(-3) as [number, string, Partial<Record<string, string>>]; // as `replace` has them
    const translated = translate(token, position, groups);
    if (isInClass) {
      isInClass = token !== "]";
      return token === "[" ? "\\[" : translated;
    }
    if (token.startsWith("(")) sizes.push(0);
    else if (token === ")") count(2 + (sizes.length > 1 ? (sizes.pop() ?? 0) : 0));
    else if (groups.least !== undefined) {
      if (Math.max(Number(groups.least), Number(groups.most)) > mostTimes) {
        throw new UnreadablePattern(`it repeats more than ${mostTimes} times`, position + 1);
      }
      const times = Number(groups.most || groups.least) + (groups.comma && !groups.most ? 1 : 0);
      count(before * Math.max(0, times - 1));
    } else count(1);
    isInClass = token === "[";
    return translated;
  });
  return { source: RE2JS.translateRegExp(source), size: sizes.reduce((sum, size) => sum + size, 0) };

  function translate(
    token: string,
    position: number,
    { high, low, property }: Partial<Record<string, string>>,
  ): string {
    const inClass = (set: string) => (isInClass ? set : `[${set}]`);
    if (high !== undefined && low !== undefined) {
      const pair = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
      return `\\x{${pair.codePointAt(0)?.toString(16)}}`;
    }
    if (property !== undefined) return `${token.slice(0, 2)}{${categories[property] ?? property}}`;
    if (/^\\[1-9k]/.test(token)) throw new UnreadablePattern("it refers back to a group", position + 1);
    if (token === "\\s") return inClass(spaces);
    if (token === "\\S") return inClass(noSpaces);
    if (token === "\\0") return "\\x00";
    if (token === "\\b" && isInClass) return "\\x08";
    return token === "." && !isInClass ? "[^\\n\\r\\x{2028}\\x{2029}]" : token;
  }
}

/** The engine's names of the categories of Unicode that ECMAScript has long ones for. */
const categories: Record<string, string> = Object.fromEntries(
  (
    "L=Letter Lu=Uppercase_Letter Ll=Lowercase_Letter Lt=Titlecase_Letter Lm=Modifier_Letter Lo=Other_Letter M=Mark " +
    "Mn=Nonspacing_Mark Mc=Spacing_Mark Me=Enclosing_Mark N=Number Nd=Decimal_Number Nl=Letter_Number No=Other_Number " +
    "P=Punctuation Pd=Dash_Punctuation Ps=Open_Punctuation Pe=Close_Punctuation Pi=Initial_Punctuation " +
    "Pf=Final_Punctuation Pc=Connector_Punctuation Po=Other_Punctuation S=Symbol Sm=Math_Symbol Sc=Currency_Symbol " +
    "Sk=Modifier_Symbol So=Other_Symbol Z=Separator Zs=Space_Separator Zl=Line_Separator Zp=Paragraph_Separator " +
    "C=Other Cc=Control Cf=Format Co=Private_Use Cs=Surrogate"
  )
    .split(" ")
    .map((pair) => pair.split("=").reverse()),
);
