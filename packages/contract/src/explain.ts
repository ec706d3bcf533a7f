import type { CompiledValidator } from "./generated/validators.js";
import { valueAt } from "./json-pointer.js";
import type { Violation } from "./violation.js";

type AjvError = NonNullable<CompiledValidator["errors"]>[number];

/** Members whose value says which variant of a union is meant. */
const discriminators = ["type", "role", "control", "object"];

const longestShown = 60;

/**
 * Turns what a compiled validator reports into one violation: the one that helps. In a union that is the variant
 * the value says it is (by `type`, `role`, …), and in it the deepest place.
 */
export function explain(errors: AjvError[], value: unknown): Violation {
  const error = mostHelpful(errors);
  const expected = expectation(error, errors);
  const missing = error.keyword === "required" ? String(error.params.missingProperty) : undefined;
  const pointer = missing === undefined ? error.instancePath : `${error.instancePath}/${escapeSegment(missing)}`;
  return {
    pointer,
    keyword: error.keyword,
    expected,
    message: sentence({
      pointer,
      expected,
      isMissing: missing !== undefined,
      found: valueAt(value, error.instancePath),
    }),
    schemaPointer: schemaPointerOf(error.schemaPath),
  };
}

function mostHelpful(errors: AjvError[]): AjvError {
  const unions = ["anyOf", "oneOf", "not", "if"];
  const leaves = errors.filter((error) => !unions.includes(error.keyword));
  if (leaves.length === 0) return errors.at(-1) ?? nothingReported();
  const mismatched = new Set(leaves.filter(isOtherVariant).map((error) => variantOf(error)));
  const meant = leaves.filter((error) => !mismatched.has(variantOf(error)));
  const candidates = meant.length > 0 ? meant : leaves;
  return candidates.reduce((best, error) => (depth(error) > depth(best) ? error : best));
}

/** True where the value says, by its discriminating member, that it is not of the variant that reported this. */
function isOtherVariant({ keyword, instancePath }: AjvError): boolean {
  const last = instancePath.slice(instancePath.lastIndexOf("/") + 1);
  return (keyword === "const" || keyword === "enum") && discriminators.includes(last);
}

/** The component that a schema path lies in, with the place of the value: errors of one variant share it. */
function variantOf({ schemaPath, instancePath, keyword }: AjvError): string {
  const component =
    schemaPath.match(/^#\/components\/schemas\/[^/]+/)?.[0] ??
    schemaPath.replace(/\/(properties|required|type)\b.*$/, "");
  const owner =
    keyword === "const" || keyword === "enum" ? instancePath.slice(0, instancePath.lastIndexOf("/")) : instancePath;
  return `${component} ${owner}`;
}

const depth = ({ instancePath }: AjvError) => instancePath.split("/").length;

function expectation(error: AjvError, errors: AjvError[]): string {
  const { keyword, params } = error;
  switch (keyword) {
    case "required":
      return "to be present";
    case "type":
      return `to be ${typesExpected(error, errors)}`;
    case "const":
    case "enum":
      return oneOf(valuesExpected(error, errors));
    case "minimum":
      return `to be at least ${params.limit}`;
    case "maximum":
      return `to be at most ${params.limit}`;
    case "exclusiveMinimum":
      return `to be more than ${params.limit}`;
    case "exclusiveMaximum":
      return `to be less than ${params.limit}`;
    case "minItems":
      return `to have at least ${plural(params.limit, "element")}`;
    case "maxItems":
      return `to have at most ${plural(params.limit, "element")}`;
    case "minLength":
      return `to have at least ${plural(params.limit, "character")}`;
    case "maxLength":
      return `to have at most ${plural(params.limit, "character")}`;
    case "minProperties":
      return `to have at least ${plural(params.limit, "member")}`;
    case "maxProperties":
      return `to have at most ${plural(params.limit, "member")}`;
    case "pattern":
      return `to match ${params.pattern}`;
    case "format":
      return `to be a ${params.format}`;
    case "additionalProperties":
      return `to have no member ${JSON.stringify(params.additionalProperty)}`;
    case "anyOf":
    case "oneOf":
      return "to be one of the variants of its schema";
    default:
      return `to satisfy the keyword ${keyword}`;
  }
}

/** A union fails branch by branch; all the types that it would have taken at this place belong in one sentence. */
function typesExpected({ instancePath }: AjvError, errors: AjvError[]): string {
  const types = at(errors, instancePath, ["type"]).flatMap(({ params }) => [params.type].flat().map(String));
  return [...new Set(types)].map(article).join(" or ");
}

function valuesExpected({ instancePath }: AjvError, errors: AjvError[]): unknown[] {
  return at(errors, instancePath, ["const", "enum"]).flatMap(
    ({ keyword, params }) => (keyword === "const" ? [params.allowedValue] : (params.allowedValues as unknown[])), // Ajv gives an enum's values as a list
  );
}

const at = (errors: AjvError[], instancePath: string, keywords: string[]) =>
  errors.filter((error) => error.instancePath === instancePath && keywords.includes(error.keyword));

function oneOf(values: unknown[]): string {
  const texts = [...new Set(values.map((value) => JSON.stringify(value)))];
  return texts.length === 1 ? `to be ${texts[0]}` : `to be one of ${texts.join(", ")}`;
}

const article = (type: string) => (type === "null" ? "null" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const plural = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function sentence({
  pointer,
  expected,
  isMissing,
  found,
}: {
  pointer: string;
  expected: string;
  isMissing: boolean;
  found: unknown;
}): string {
  const name = pointer === "" ? "The value" : `'${nameOf(pointer)}'`;
  if (isMissing) return `The required field ${name} is missing.`;
  return `${name} is expected ${expected}, not ${shown(found)}.`;
}

/** `/messages/0/content` as people write it: `messages[0].content`. */
function nameOf(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (text, segment) => (/^\d+$/.test(segment) ? `${text}[${segment}]` : text === "" ? segment : `${text}.${segment}`),
      "",
    );
}

function shown(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function schemaPointerOf(schemaPath: string): string {
  return schemaPath.startsWith("#/components/") ? schemaPath.slice(1) : "";
}

const escapeSegment = (segment: string) => segment.replaceAll("~", "~0").replaceAll("/", "~1");

function nothingReported(): never {
  throw new Error("A validator refused a value and gave no reason.");
}
