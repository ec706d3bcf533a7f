import type { AjvError } from "./ajv-error.js";

/** Describes the expected value, such as `to be at most 2`. `errors` are the relevant ones of the whole value. */
export function describeExpectation({ keyword, params, instancePath }: AjvError, errors: AjvError[]): string {
  const samePlace = errors.filter((error) => error.instancePath === instancePath);
  switch (keyword) {
    case "required":
      return "to be present";
    case "type":
      return `to be ${list(expectedTypes(samePlace).map(withArticle))}`;
    case "const":
    case "enum":
      return `to be ${oneOf(allowedValues(samePlace))}`;
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

/** A union fails variant by variant; one sentence lists all the types it accepts at this place. */
function expectedTypes(errors: AjvError[]): string[] {
  const types = errors.filter(({ keyword }) => keyword === "type").flatMap(({ params }) => [params.type].flat());
  return [...new Set(types.map(String))];
}

function allowedValues(errors: AjvError[]): unknown[] {
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
