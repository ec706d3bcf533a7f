import type { AjvError } from "./ajv-error.js";
import { mostErrors } from "./collect-errors.js";
import { segmentsOf } from "./json-pointer.js";

/** Members whose value identifies the variant of a union. */
const discriminators = ["type", "role", "control", "object"];

/** Keywords that fail because a subschema does, which Ajv reports too. */
const wrapperKeywords = ["anyOf", "oneOf", "not", "if", "propertyNames"];

/** Keywords that apply only to a value of the right type. */
const typedKeywords = [
  "required",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "maxProperties",
  "pattern",
  "minimum",
  "maximum",
];

/** The errors of a validator, without those of other variants. */
export interface HelpfulErrors {
  /** The first of the deepest errors: the one to report. */
  deepest: AjvError;
  all: AjvError[];
  /** One error for each mistake, the deepest first: variants of a union report the same mistake in several ways. */
  mistakes: AjvError[];
}

/**
 * Selects the errors of the intended variants. A union that fails reports every variant; the value's discriminator
 * (`type`, `role`, …) rules most of them out. If it names no variant, the discriminator itself is the error.
 */
export function helpfulErrors(reported: AjvError[]): HelpfulErrors {
  const [only, second] = reported;
  if (only !== undefined && second === undefined) return { deepest: only, all: reported, mistakes: reported };
  const errors = reported.length > mostErrors ? reported.slice(0, mostErrors) : reported;
  const leaves = errors.filter((error) => !wrapperKeywords.includes(error.keyword) || matchesSeveral(error));
  const unions = new Set(errors.filter(({ keyword }) => keyword === "anyOf").map(({ instancePath }) => instancePath));
  const mismatches = leaves.filter((error) => isMismatch(error, unions));
  const ownVariants = mismatches.length === 0 ? leaves : dropOtherVariants(leaves, mismatches);
  const isTypeAcceptedElsewhere = createTypeFilter([...ownVariants, ...mismatches]);
  const intended = ownVariants.filter((error) => !isTypeAcceptedElsewhere(error));
  const wrongNames = mismatches.filter(({ keyword }) => keyword !== "required");
  const all = [intended, wrongNames, mismatches, errors].find((found) => found.length > 0) ?? [];
  const mistakes = selectMistakes(all, errors);
  const [deepest] = mistakes;
  if (deepest === undefined) throw new Error("A validator refused a value and gave no reason.");
  return { deepest, all, mistakes };
}

/** Returns the deepest error of each mistake. Errors in one union, or at one place, belong to the same mistake. */
function selectMistakes(all: AjvError[], reported: AjvError[]): AjvError[] {
  const unions = reported
    .filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
    .map(({ instancePath }) => instancePath);
  const places = [...new Set(unions)].sort((one, other) => one.length - other.length);
  const seen = new Set<string>();
  const deepestFirst = all.toSorted((one, other) => countDepth(other) - countDepth(one));
  return deepestFirst.filter(({ instancePath, params, keyword }) => {
    const union = places.find((place) => instancePath === place || instancePath.startsWith(`${place}/`));
    const mistake = union ?? (keyword === "required" ? `${instancePath}/${params.missingProperty}` : instancePath);
    return seen.size < seen.add(mistake).size;
  });
}

/** Drops the errors of variants that the value's discriminator rules out. */
function dropOtherVariants(errors: AjvError[], mismatches: AjvError[]): AjvError[] {
  const others = new Set(mismatches.map(findVariantScope));
  return errors.filter((error) => !readScopes(error).some((scope) => others.has(formatScope(scope))));
}

/** True for a `oneOf` that failed because several variants match. */
const matchesSeveral = ({ keyword, params }: AjvError) => keyword === "oneOf" && Array.isArray(params.passingSchemas);

/**
 * True if the value's discriminator is missing or names another variant than the one that reported this error.
 */
function isMismatch({ keyword, instancePath, params }: AjvError, unions: Set<string>): boolean {
  if (keyword === "required")
    return unions.has(instancePath) && discriminators.includes(String(params.missingProperty));
  if (keyword !== "const" && keyword !== "enum") return false;
  return discriminators.includes(segmentsOf(instancePath).at(-1) ?? "") && unions.has(parentPointer(instancePath));
}

/** Returns the id of the innermost scope that covers the whole object with the discriminator. */
function findVariantScope(error: AjvError): string {
  const owner = error.keyword === "required" ? error.instancePath : parentPointer(error.instancePath);
  const scope = readScopes(error).findLast(({ place }) => place === owner);
  return scope === undefined ? "" : formatScope(scope);
}

/** A schema, or a variant of a union in it, and the place of the value that it applies to. */
interface Scope {
  schema: string;
  place: string;
}

const formatScope = ({ schema, place }: Scope) => `${schema} ${place}`;

/** Returns the scopes around an error, outermost first. A schema path restarts at each `$ref`. */
function readScopes({ schemaPath, instancePath }: AjvError): Scope[] {
  const segments = schemaPath.split("/");
  let schema = segments[0] ?? "";
  let depth = 0;
  const found = [{ schema, depth }];
  for (let at = 1; at < segments.length - 1; at += 1) {
    const keyword = segments[at] ?? "";
    schema += `/${keyword}`;
    if (memberKeywords.includes(keyword)) depth += 1;
    if (!namedKeywords.includes(keyword)) continue;
    at += 1;
    schema += `/${segments[at]}`;
    if (keyword === "anyOf" || keyword === "oneOf") found.push({ schema, depth });
  }
  return found.map((scope) => ({ schema: scope.schema, place: dropSegments(instancePath, depth - scope.depth) }));
}

/** Keywords whose subschemas apply to members or elements. */
const memberKeywords = ["properties", "patternProperties", "additionalProperties", "prefixItems", "items"];
/** Keywords followed by a name or an index in a schema path. */
const namedKeywords = ["properties", "patternProperties", "prefixItems", "anyOf", "oneOf", "allOf"];

function dropSegments(pointer: string, count: number): string {
  let rest = pointer;
  for (let left = count; left > 0; left -= 1) rest = parentPointer(rest);
  return rest;
}

const parentPointer = (pointer: string) => pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));

/**
 * Returns a predicate for errors about a wrong type or value where another variant accepts the value's type.
 */
function createTypeFilter(candidates: AjvError[]): (error: AjvError) => boolean {
  const taken = new Set<string>();
  for (const { keyword, instancePath } of candidates) {
    if (typedKeywords.includes(keyword)) taken.add(instancePath);
    for (let owner = instancePath; owner !== ""; ) {
      owner = parentPointer(owner);
      if (taken.has(owner)) break;
      taken.add(owner);
    }
  }
  return ({ keyword, instancePath }) => ["type", "const", "enum"].includes(keyword) && taken.has(instancePath);
}

const countDepth = ({ instancePath }: AjvError) => instancePath.split("/").length;
