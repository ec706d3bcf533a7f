import { createRequire } from "node:module";
import { type Provenance, segmentsOf, type Violation, valueAt } from "@model-access/contract";

/**
 * Finds where the contract has the broken element from: the nearest `x-provenance` on the way to it. A missing member counts as
 * the member, not as the object that lacks it, unless the contract says whose the keyword is. Undefined where the violation
 * does not say which element it is.
 */
export function provenanceOf({ schemaPointer, keyword, pointer }: Violation): Provenance | undefined {
  const schema = segmentsOf(schemaPointer).slice(0, -1);
  const missing = keyword === "required" ? ["properties", segmentsOf(pointer).at(-1) ?? ""] : [];
  let nearest: Provenance | undefined;
  let at = document;
  for (const segment of [...schema, ...missing]) {
    at = valueAt(at, pointerOf([segment]));
    const here = valueAt(at, "/x-provenance");
    if (isProvenance(here)) nearest = here;
  }
  const ofKeyword = valueAt(valueAt(document, pointerOf(schema)), `/x-keyword-provenance/${keyword}`);
  return isProvenance(ofKeyword) ? ofKeyword : nearest;
}

const pointerOf = (segments: string[]) =>
  segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const document: unknown = createRequire(import.meta.url)("@model-access/contract/bundles/openapi.json");

/** Finds a schema of the contract by its name; undefined if there is none. */
export const schemaNamed = (name: string): unknown => valueAt(document, `/components/schemas/${name}`);

const isProvenance = (value: unknown): value is Provenance =>
  typeof value === "string" && ["stated", "upstream", "observed", "inferred"].includes(value);
