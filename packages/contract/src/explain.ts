import type { AjvError } from "./ajv-error.js";
import { describeExpectation } from "./expectation.js";
import { helpfulErrors } from "./helpful-errors.js";
import { segmentsOf, valueAt } from "./json-pointer.js";
import { shortened } from "./shortened.js";
import type { Violation } from "./violation.js";

/** Maximum length of a path or a list of names in a sentence, in characters. */
const longestNames = 150;

/**
 * Picks the most helpful violation from a validator's errors. In a union, that is the deepest error of the variant
 * that the value names (by `type`, `role`, …).
 */
export function explain(errors: AjvError[], value: unknown): Violation {
  const { deepest, all } = helpfulErrors(errors);
  return toViolation(deepest, all, value);
}

/** Returns one violation for each mistake in a validator's errors, the most helpful first; at most 20. */
export function explainAll(errors: AjvError[], value: unknown): Violation[] {
  const { all, mistakes } = helpfulErrors(errors);
  return mistakes.slice(0, mostViolations).map((error) => toViolation(error, all, value));
}

const mostViolations = 20;

function toViolation(error: AjvError, all: AjvError[], value: unknown): Violation {
  const expected = describeExpectation(error, all);
  return {
    pointer: locateError(error),
    keyword: error.keyword,
    expected,
    message: writeMessage(error, { expected, found: valueAt(value, error.instancePath) }),
    schemaPointer: error.schemaPath.startsWith("#") ? "" : `/components/schemas/${error.schemaPath}`,
  };
}

/** Returns a pointer to the wrong value, the missing member or the member with a wrong name. */
function locateError({ keyword, instancePath, params, propertyName }: AjvError): string {
  const member = keyword === "required" ? String(params.missingProperty) : propertyName;
  return member === undefined ? instancePath : `${instancePath}/${escapeSegment(member)}`;
}

function writeMessage(error: AjvError, { expected, found }: { expected: string; found: unknown }): string {
  const { keyword, instancePath, propertyName } = error;
  if (keyword === "required") return `The required field '${formatPath(locateError(error))}' is missing.`;
  if (propertyName !== undefined) {
    return `The name ${formatValue(propertyName)} in ${formatSubject(instancePath)} is expected ${expected}, not ${formatFound(keyword, propertyName)}.`;
  }
  const subject = instancePath === "" ? "The value" : formatSubject(instancePath);
  if (keyword === "oneOf") return `${subject} is expected ${expected}, not several: it has ${listMembers(found)}.`;
  return `${subject} is expected ${expected}, not ${formatFound(keyword, found)}.`;
}

const formatSubject = (pointer: string) => (pointer === "" ? "the value" : `'${formatPath(pointer)}'`);

/** Formats the pointer `/messages/0/content` as `messages[0].content`. */
function formatPath(pointer: string): string {
  const name = segmentsOf(pointer).reduce(
    (text, segment) => (/^\d+$/.test(segment) ? `${text}[${segment}]` : text === "" ? segment : `${text}.${segment}`),
    "",
  );
  return shortened(name, longestNames);
}

/** Formats a value: its length if the keyword limits the length, else the value itself. */
function formatFound(keyword: string, value: unknown): string {
  const size = measureLength(keyword, value);
  return size > 0 ? String(size) : formatValue(value);
}

function measureLength(keyword: string, value: unknown): number {
  if (!/^m(in|ax)(Items|Length|Properties)$/.test(keyword)) return 0;
  if (typeof value === "string") return [...value].length;
  return Object.keys(value ?? {}).length;
}

function formatValue(value: unknown): string {
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

const listMembers = (value: unknown) =>
  shortened(
    Object.keys(value ?? {})
      .map((name) => `'${name}'`)
      .join(", "),
    longestNames,
  );

const escapeSegment = (segment: string) => segment.replaceAll("~", "~0").replaceAll("/", "~1");
