import type { Random } from "../../random.js";
import { schemaPattern } from "../schema-patterns.js";

export type Schema = Record<string, unknown>;

/** The number where the schema allows it, else one between its bounds. */
export function fitNumber(
  value: number,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema,
  { type, random }: { type: "integer" | "number"; random: Random },
): number {
  const step = typeof multipleOf === "number" && multipleOf > 0 ? multipleOf : undefined;
  const least = Math.max(numberOr(minimum, -Infinity), numberOr(exclusiveMinimum, -Infinity));
  const most = Math.min(numberOr(maximum, Infinity), numberOr(exclusiveMaximum, Infinity));
  const isAllowed = (candidate: number) =>
    candidate >= least &&
    candidate <= most &&
    candidate !== exclusiveMinimum &&
    candidate !== exclusiveMaximum &&
    (type === "number" || Number.isInteger(candidate)) &&
    (step === undefined || Number.isInteger(candidate / step));
  const rounded = type === "integer" ? Math.round(value) : value;
  if (isAllowed(rounded)) return rounded;
  const from = Number.isFinite(least) ? least : Number.isFinite(most) ? most - 100 * (step ?? 1) : 0;
  const to = Number.isFinite(most) ? most : Math.max(from + 100 * (step ?? 1), Math.min(rounded * 2, from + 1e9));
  const inside = from + random() * (to - from);
  const grain = step ?? (type === "integer" || to - from > 20 ? 1 : to - from > 1 ? 0.1 : 0.01);
  const near = Number.isFinite(rounded) && rounded >= least && rounded <= most ? rounded : inside;
  const candidates = [near, inside, from, to].flatMap((at) =>
    [0, 1, -1, 2, -2].map((offset) => Number(((Math.round(at / grain) + offset) * grain).toPrecision(15))),
  );
  return candidates.find(isAllowed) ?? [(from + to) / 2, from, to].find(isAllowed) ?? rounded;
}

/** The first text that the schema allows; else the first cut or made longer; else what `make` makes. */
export function fitString<Made>(
  texts: string[],
  { minLength, maxLength, pattern }: Schema,
  make: () => Made,
): string | Made {
  const least = numberOr(minLength, 0);
  const most = numberOr(maxLength, Infinity);
  const hasLength = (text: string) => {
    const length = [...text].length;
    return length >= least && length <= most;
  };
  if (typeof pattern === "string") {
    return texts.find((text) => text !== "" && hasLength(text) && matches(pattern, text)) ?? make();
  }
  const fitting = texts.find((text) => text !== "" && hasLength(text));
  if (fitting !== undefined) return fitting;
  const [text = ""] = texts;
  if ([...text].length > most) return cut(text, most);
  const longer = make();
  return typeof longer === "string" && !hasLength(longer)
    ? cut(longer.padEnd(Math.min(least, 100_000), "."), most)
    : longer;
}

/** So many characters at most, ending with a word where one ends near there. */
function cut(text: string, most: number): string {
  const short = [...text].slice(0, most).join("");
  return short.trim() === "" ? short : short.replace(/\s+$/, (space) => ".".repeat([...space].length));
}

const longestMatched = 80;
const mostStepsTried = 2000;

/** True where a short text matches. A large pattern matches none: a text is then made from it, and not tried first. */
function matches(pattern: string, text: string): boolean {
  const { size, test } = schemaPattern(pattern);
  return size <= mostStepsTried && text.length <= longestMatched && test(text);
}

const numberOr = (value: unknown, other: number): number => (typeof value === "number" ? value : other);
