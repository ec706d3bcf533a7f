import type { AjvError } from "./ajv-error.js";
import { expectationOf } from "./expectation.js";
import { helpfulErrors } from "./helpful-errors.js";
import { segmentsOf, valueAt } from "./json-pointer.js";
import { shortened } from "./shortened.js";
import type { Violation } from "./violation.js";

/** The most characters of a path or a list of names in a sentence. */
const longestNames = 150;

/**
 * Turns what a compiled validator reports into one violation: the one that helps. In a union that is the variant
 * the value says it is (by `type`, `role`, …), and in it the deepest place.
 */
export function explain(errors: AjvError[], value: unknown): Violation {
  const { deepest, all } = helpfulErrors(errors);
  return violationOf(deepest, all, value);
}

/** Turns what a compiled validator reports into all its violations: the one that helps first, then one for each other mistake. */
export function explainAll(errors: AjvError[], value: unknown): Violation[] {
  const { all, mistakes } = helpfulErrors(errors);
  return mistakes.slice(0, mostViolations).map((error) => violationOf(error, all, value));
}

/** More mistakes than this in one value say nothing new. */
const mostViolations = 20;

function violationOf(error: AjvError, all: AjvError[], value: unknown): Violation {
  const expected = expectationOf(error, all);
  return {
    pointer: pointerOf(error),
    keyword: error.keyword,
    expected,
    message: sentenceOf(error, { expected, found: valueAt(value, error.instancePath) }),
    schemaPointer: error.schemaPath.startsWith("#") ? "" : `/components/schemas/${error.schemaPath}`,
  };
}

/** Returns the place of an error: that of the value, or of the member that is missing or whose name is wrong. */
function pointerOf({ keyword, instancePath, params, propertyName }: AjvError): string {
  const member = keyword === "required" ? String(params.missingProperty) : propertyName;
  return member === undefined ? instancePath : `${instancePath}/${escapeSegment(member)}`;
}

function sentenceOf(error: AjvError, { expected, found }: { expected: string; found: unknown }): string {
  const { keyword, instancePath, propertyName } = error;
  if (keyword === "required") return `The required field '${nameOf(pointerOf(error))}' is missing.`;
  if (propertyName !== undefined) {
    return `The name ${shown(propertyName)} in ${subjectOf(instancePath)} is expected ${expected}, not ${counted(keyword, propertyName)}.`;
  }
  const subject = instancePath === "" ? "The value" : subjectOf(instancePath);
  if (keyword === "oneOf") return `${subject} is expected ${expected}, not several: it has ${membersOf(found)}.`;
  return `${subject} is expected ${expected}, not ${counted(keyword, found)}.`;
}

const subjectOf = (pointer: string) => (pointer === "" ? "the value" : `'${nameOf(pointer)}'`);

/** `/messages/0/content` as people write it: `messages[0].content`. */
function nameOf(pointer: string): string {
  const name = segmentsOf(pointer).reduce(
    (text, segment) => (/^\d+$/.test(segment) ? `${text}[${segment}]` : text === "" ? segment : `${text}.${segment}`),
    "",
  );
  return shortened(name, longestNames);
}

/** Returns the length of a value where the length is wrong, else the value. */
function counted(keyword: string, value: unknown): string {
  const size = sizeOf(keyword, value);
  return size > 0 ? String(size) : shown(value);
}

function sizeOf(keyword: string, value: unknown): number {
  if (!/^m(in|ax)(Items|Length|Properties)$/.test(keyword)) return 0;
  if (typeof value === "string") return [...value].length;
  return Object.keys(value ?? {}).length;
}

function shown(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "object":
      return "an object";
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    case "bigint":
      return shortened(`${value}n`);
    case "string":
      return shortened(JSON.stringify(value));
    default:
      return String(value);
  }
}

const membersOf = (value: unknown) =>
  shortened(
    Object.keys(value ?? {})
      .map((name) => `'${name}'`)
      .join(", "),
    longestNames,
  );

const escapeSegment = (segment: string) => segment.replaceAll("~", "~0").replaceAll("/", "~1");
