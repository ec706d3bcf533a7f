import { pick, type Random } from "../../random.js";
import { labelFor } from "../feeling.js";
import { booleanFromPrompt } from "./boolean-values.js";
import { fitNumber, fitString, type Schema } from "./fit.js";
import type { Hints } from "./hints.js";
import { type Member, wordsOfName } from "./member.js";
import { numberFromPrompt } from "./number-values.js";
import { stringFromPrompt } from "./string-from-prompt.js";

/** Returns the value the prompt gives, else an example, else the default; undefined where none of them fits. */
export function firstFitting(schema: Schema, type: string, member: Member, attempt: number): unknown {
  const { random } = member;
  if (attempt < 2) {
    if (type === "string") {
      const format = typeof schema.format === "string" ? schema.format : undefined;
      const text = stringFromPrompt(member, format);
      const fits = text === undefined ? undefined : fitString([text, ...otherForms(text)], schema, () => undefined);
      if (fits !== undefined) return fits;
    }
    if (type === "integer" || type === "number") {
      const value = numberFromPrompt(member);
      if (value !== undefined && fitNumber(value, schema, { type, random }) === value) return value;
    }
    if (type === "boolean") {
      const value = booleanFromPrompt(member);
      if (value !== undefined) return value;
    }
  }
  const examples = [...(Array.isArray(schema.examples) ? schema.examples : []), schema.example].filter((example) =>
    isOfType(example, type),
  );
  if (examples.length > 0 && attempt < 3) return pick(examples, random);
  return attempt < 3 && isOfType(schema.default, type) ? schema.default : undefined;
}

/** The value that the prompt mentions, else the default, else any. */
export function fromEnum(
  values: unknown[],
  schema: Schema,
  { random, hints, name }: { random: Random; hints: Hints; name: string },
): unknown {
  if (values.length === 0) throw new RangeError("An empty enum has no value.");
  const text = ` ${wordsOfName(hints.text)} `;
  const mentioned = values.filter(
    (value) =>
      (typeof value === "string" || typeof value === "number") && text.includes(` ${wordsOfName(String(value))} `),
  );
  if (mentioned.length > 0) return mentioned.sort((a, b) => String(b).length - String(a).length)[0];
  if (schema.default !== undefined && values.includes(schema.default)) return schema.default;
  const label = labelFor(
    hints.text,
    values.filter((value) => typeof value === "string"),
  );
  if (label !== undefined) return label;
  const unit = /\b(celsius|fahrenheit|kelvin|metric|imperial)\b/i.exec(hints.text)?.[1]?.toLowerCase();
  const short = values.find((value) => unit !== undefined && String(value).toLowerCase() === unit[0]);
  if (short !== undefined) return short;
  const usual = values.find((value) => /^(celsius|metric|c)$/i.test(String(value)));
  if (usual !== undefined && /\b(units?|scale|system)\b/.test(name)) return usual;
  const present = values.filter((value) => value !== null);
  return pick(present.length > 0 ? present : values, random);
}

/** The same thing written otherwise, for patterns and lengths that want it so. */
export function otherForms(text: string): string[] {
  const short = text.split(/[,.;–] /)[0] ?? text;
  const plain = text.normalize("NFD").replaceAll(/[^\w\s-]/g, "");
  return [
    short,
    plain.replaceAll(" ", "-").toLowerCase(),
    plain.replaceAll(/\W+/g, "_").toLowerCase(),
    plain.toUpperCase(),
    text.replaceAll(/[^+\d]/g, ""),
  ];
}

export function isOfType(value: unknown, type: string): boolean {
  if (value === undefined) return false;
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}
