import type { AjvError } from "./ajv-error.js";

/** Returns what an error expected, such as `to be at most 2`. `errors` are those of the same value that count. */
export function expectationOf({ keyword, params, instancePath }: AjvError, errors: AjvError[]): string {
  const beside = errors.filter((error) => error.instancePath === instancePath);
  switch (keyword) {
    case "required":
      return "to be present";
    case "type":
      return `to be ${list(typesOf(beside).map(withArticle))}`;
    case "const":
    case "enum":
      return `to be ${oneOf(valuesOf(beside))}`;
    case "minimum":
      return `to be at least ${params.limit}`;
    case "maximum":
      return `to be at most ${params.limit}`;
    case "minItems":
      return `to have at least ${plural(params.limit, "element")}`;
    case "maxItems":
      return `to have at most ${plural(params.limit, "element")}`;
    case "minLength":
      return `to have at least ${plural(params.limit, "character")}`;
    case "maxLength":
      return `to have at most ${plural(params.limit, "character")}`;
    case "maxProperties":
      return `to have at most ${plural(params.limit, "member")}`;
    case "pattern":
      return `to match the pattern ${params.pattern}`;
    case "format":
      return `to be ${formats[String(params.format)] ?? withArticle(String(params.format))}`;
    case "oneOf":
      return "to fit one variant of its schema alone";
    case "anyOf":
      return "to be one of the variants of its schema";
    default:
      return `to satisfy the keyword ${keyword}`;
  }
}

const formats: Record<string, string> = {
  date: "a date (YYYY-MM-DD)",
  "date-time": "a date and time (RFC 3339)",
};

/** A union fails variant by variant; all the types that it would have taken at this place belong in one sentence. */
function typesOf(errors: AjvError[]): string[] {
  const types = errors.filter(({ keyword }) => keyword === "type").flatMap(({ params }) => [params.type].flat());
  return [...new Set(types.map(String))];
}

function valuesOf(errors: AjvError[]): unknown[] {
  return errors.flatMap(({ keyword, params }) => {
    if (keyword === "const") return [params.allowedValue];
    return keyword === "enum" ? (params.allowedValues as unknown[]) : []; // Ajv gives an enum's values as a list
  });
}

function oneOf(values: unknown[]): string {
  const texts = [...new Set(values.map((value) => JSON.stringify(value)))];
  return texts.length === 1 ? `${texts[0]}` : `one of ${texts.join(", ")}`;
}

/** `a string, an array or null`. */
function list(items: string[]): string {
  const last = items.slice(-2).join(" or ");
  return [...items.slice(0, -2), last].join(", ");
}

const withArticle = (type: string) => (type === "null" ? "null" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const plural = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
