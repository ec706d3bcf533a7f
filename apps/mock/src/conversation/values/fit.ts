import { createLinearPattern } from "../../patterns/linear-pattern.js";
import type { Random } from "../../random.js";
import type { Schema } from "../json.js";

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
  const span = 100 * (step ?? 1);
  const from = Number.isFinite(least) ? least : Number.isFinite(most) ? most - span : 0;
  const to = Number.isFinite(most) ? most : Math.max(from + span, Math.min(rounded * 2, from + 1e9));
  const inside = from + random() * (to - from);
  const grain = step ?? (type === "integer" || to - from > 20 ? 1 : to - from > 1 ? 0.1 : 0.01);
  const candidates = [rounded >= least && rounded <= most ? rounded : inside, inside, from, to].flatMap((at) =>
    [0, 1, -1, 2, -2].map((offset) => Number(((Math.round(at / grain) + offset) * grain).toPrecision(15))),
  );
  return candidates.find(isAllowed) ?? [(from + to) / 2, from, to].find(isAllowed) ?? rounded;
}

const longestMatched = 80;
/** A larger pattern is not tried: a text is made from it. */
const mostStepsTried = 2000;

/** The first text that the schema allows; else what `make` makes, or for a schema without a pattern the first one cut. */
export function fitString<Made>(
  texts: string[],
  { minLength, maxLength, pattern }: Schema,
  make: () => Made,
): string | Made {
  const least = numberOr(minLength, 0);
  const most = numberOr(maxLength, Infinity);
  const hasLength = (text: string) => [...text].length >= least && [...text].length <= most;
  const { size = 0, test = () => true } = typeof pattern === "string" ? createLinearPattern(pattern) : {};
  const isMatched = (text: string) =>
    pattern === undefined || (size <= mostStepsTried && text.length <= longestMatched && test(text));
  const fitting = texts.find((text) => text !== "" && hasLength(text) && isMatched(text));
  if (fitting !== undefined) return fitting;
  const [text = ""] = texts;
  if (pattern === undefined && [...text].length > most) return cut(text, most);
  const made = make();
  return typeof made === "string" && pattern === undefined && !hasLength(made)
    ? cut(made.padEnd(Math.min(least, 100_000), "."), most)
    : made;
}

/** So many characters at most, without white space at the end. */
function cut(text: string, most: number): string {
  const short = [...text].slice(0, most).join("");
  return short.trim() === "" ? short : short.replace(/\s+$/, (space) => ".".repeat([...space].length));
}

const numberOr = (value: unknown, other: number): number => (typeof value === "number" ? value : other);
