import type { AjvError } from "./ajv-error.js";
import { mostErrors } from "./collect-errors.js";
import { segmentsOf } from "./json-pointer.js";

/** Members whose value says which variant of a union is meant. */
const discriminators = ["type", "role", "control", "object"];

/** Keywords that fail because something inside them does, which is reported beside them. */
const outer = ["anyOf", "oneOf", "not", "if", "propertyNames"];

/** Keywords that fail only on a value whose type is right. */
const ofTheRightType = [
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

/** The errors of a validator, without those of variants that weren't meant. */
export interface HelpfulErrors {
  /** The one to tell: the first of the deepest. */
  deepest: AjvError;
  all: AjvError[];
  /** The deepest one first, then one for each other mistake: variants of a union report the same one in several ways. */
  mistakes: AjvError[];
}

/**
 * The errors that speak of the variants which the value is meant as. A union that fails reports every variant; what
 * the value calls itself (`type`, `role`, …) tells most of them apart, and where that names none, it is the error.
 */
export function helpfulErrors(reported: AjvError[]): HelpfulErrors {
  const [only, second] = reported;
  if (only !== undefined && second === undefined) return { deepest: only, all: reported, mistakes: reported };
  const errors = reported.length > mostErrors ? reported.slice(0, mostErrors) : reported;
  const leaves = errors.filter((error) => !outer.includes(error.keyword) || fitsSeveral(error));
  const unions = new Set(errors.filter(({ keyword }) => keyword === "anyOf").map(({ instancePath }) => instancePath));
  const mismatches = leaves.filter((error) => isMismatch(error, unions));
  const ofItsVariants = mismatches.length === 0 ? leaves : withoutOthers(leaves, mismatches);
  const isOfAnotherType = typesTaken([...ofItsVariants, ...mismatches]);
  const meant = ofItsVariants.filter((error) => !isOfAnotherType(error));
  const wrongNames = mismatches.filter(({ keyword }) => keyword !== "required");
  const all = [meant, wrongNames, mismatches, errors].find((found) => found.length > 0) ?? [];
  const mistakes = mistakesIn(all, errors);
  const [deepest] = mistakes;
  if (deepest === undefined) throw new Error("A validator refused a value and gave no reason.");
  return { deepest, all, mistakes };
}

/** One error for each mistake, the deepest: errors in one union are about the same one, and so are those of one place. */
function mistakesIn(all: AjvError[], reported: AjvError[]): AjvError[] {
  const unions = reported
    .filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf")
    .map(({ instancePath }) => instancePath);
  const places = [...new Set(unions)].sort((one, other) => one.length - other.length);
  const told = new Set<string>();
  const deepestFirst = all.toSorted((one, other) => depthOf(other) - depthOf(one));
  return deepestFirst.filter(({ instancePath, params, keyword }) => {
    const union = places.find((place) => instancePath === place || instancePath.startsWith(`${place}/`));
    const mistake = union ?? (keyword === "required" ? `${instancePath}/${params.missingProperty}` : instancePath);
    return told.size < told.add(mistake).size;
  });
}

/** The errors without those of the variants that the value says it is not of. */
function withoutOthers(errors: AjvError[], mismatches: AjvError[]): AjvError[] {
  const others = new Set(mismatches.map(variantOf));
  return errors.filter((error) => !scopesOf(error).some((scope) => others.has(idOf(scope))));
}

/** True of a `oneOf` that failed because more than one of its variants fits. */
const fitsSeveral = ({ keyword, params }: AjvError) => keyword === "oneOf" && Array.isArray(params.passingSchemas);

/**
 * True if a value says, by its discriminating member or by having none, that it is not of the variant that reported
 * this.
 */
function isMismatch({ keyword, instancePath, params }: AjvError, unions: Set<string>): boolean {
  if (keyword === "required")
    return unions.has(instancePath) && discriminators.includes(String(params.missingProperty));
  if (keyword !== "const" && keyword !== "enum") return false;
  return discriminators.includes(segmentsOf(instancePath).at(-1) ?? "") && unions.has(ownerOf(instancePath));
}

/** The innermost scope of a mismatch that judges the whole object which has the discriminating member. */
function variantOf(error: AjvError): string {
  const owner = error.keyword === "required" ? error.instancePath : ownerOf(error.instancePath);
  const scope = scopesOf(error).findLast(({ place }) => place === owner);
  return scope === undefined ? "" : idOf(scope);
}

/** A part of the contract that judges one place of the value: a schema, or one variant of a union inside it. */
interface Scope {
  schema: string;
  place: string;
}

const idOf = ({ schema, place }: Scope) => `${schema} ${place}`;

/** The scopes that an error lies in, outermost first. A schema path starts again at each `$ref`. */
function scopesOf({ schemaPath, instancePath }: AjvError): Scope[] {
  const segments = schemaPath.split("/");
  let schema = segments[0] ?? "";
  let depth = 0;
  const found = [{ schema, depth }];
  for (let at = 1; at < segments.length - 1; at += 1) {
    const keyword = segments[at] ?? "";
    schema += `/${keyword}`;
    if (intoMembers.includes(keyword)) depth += 1;
    if (!beforeName.includes(keyword)) continue;
    at += 1;
    schema += `/${segments[at]}`;
    if (keyword === "anyOf" || keyword === "oneOf") found.push({ schema, depth });
  }
  return found.map((scope) => ({ schema: scope.schema, place: withoutLast(instancePath, depth - scope.depth) }));
}

/** Keywords whose schemas judge members or elements of the value, and those that a name or number follows. */
const intoMembers = ["properties", "patternProperties", "additionalProperties", "prefixItems", "items"];
const beforeName = ["properties", "patternProperties", "prefixItems", "anyOf", "oneOf", "allOf"];

function withoutLast(pointer: string, count: number): string {
  let rest = pointer;
  for (let left = count; left > 0; left -= 1) rest = ownerOf(rest);
  return rest;
}

const ownerOf = (pointer: string) => pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));

/**
 * Returns a test for errors that report a wrong type or value, although another variant accepts the value's type.
 */
function typesTaken(candidates: AjvError[]): (error: AjvError) => boolean {
  const taken = new Set<string>();
  for (const { keyword, instancePath } of candidates) {
    if (ofTheRightType.includes(keyword)) taken.add(instancePath);
    for (let owner = instancePath; owner !== ""; ) {
      owner = ownerOf(owner);
      if (taken.has(owner)) break;
      taken.add(owner);
    }
  }
  return ({ keyword, instancePath }) => ["type", "const", "enum"].includes(keyword) && taken.has(instancePath);
}

const depthOf = ({ instancePath }: AjvError) => instancePath.split("/").length;
