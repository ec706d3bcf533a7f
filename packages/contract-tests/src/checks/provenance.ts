import { createRequire } from "node:module";
import { operationOf, type Provenance, segmentsOf, type Violation, valueAt } from "@model-access/contract";

/** The marks of an element: the contract's source of it, and the row of the specification that states it. */
export interface Marks {
  provenance?: Provenance;
  requirement?: string;
}

/**
 * Finds where the contract has the broken element from: the nearest `x-provenance` and `x-requirement` on the way to it. A missing member counts as the member, not as the object that lacks it, unless the contract says
 * whose the keyword is. Empty where the violation does not say which element it is.
 */
export function marksOf({ schemaPointer, keyword, pointer }: Violation): Marks {
  const schema = segmentsOf(schemaPointer).slice(0, -1);
  const missing = keyword === "required" ? ["properties", segmentsOf(pointer).at(-1) ?? ""] : [];
  let provenance: Provenance | undefined;
  let requirement: unknown;
  let at = document;
  for (const segment of [...schema, ...missing]) {
    at = valueAt(at, pointerOf([segment]));
    const here = valueAt(at, "/x-provenance");
    if (isProvenance(here)) provenance = here;
    requirement = valueAt(at, "/x-requirement/0") ?? requirement;
  }
  const ofKeyword = valueAt(valueAt(document, pointerOf(schema)), `/x-keyword-provenance/${keyword}`);
  if (isProvenance(ofKeyword)) provenance = ofKeyword;
  return {
    ...(provenance && { provenance }),
    ...(typeof requirement === "string" && { requirement }),
  };
}

/**
 * Finds the mark beside the schema of a JSON reply. Nothing in the body is more certain than that: a 403 has the form of
 * other errors, but that is inferred (R7.12).
 */
export function capOf(operationId: string, status: number): Provenance | undefined {
  const { path, method } = operationOf(operationId);
  const found = valueAt(document, pointerOf(["paths", path, method.toLowerCase(), "responses", String(status)]));
  const $ref = valueAt(found, "/$ref");
  const response = typeof $ref === "string" ? valueAt(document, $ref.slice(1)) : found;
  const cap = valueAt(response, "/content/application~1json/schema/x-provenance");
  return isProvenance(cap) ? cap : undefined;
}

export function requestSchemaOf(operationId: string): unknown {
  const { path, method } = operationOf(operationId);
  const at = ["paths", path, method.toLowerCase(), "requestBody", "content", "application/json", "schema"];
  const schema = valueAt(document, pointerOf(at));
  const $ref = valueAt(schema, "/$ref");
  return typeof $ref === "string" ? valueAt(document, $ref.slice(1)) : schema;
}

/** Finds the contract's source of a broken element. */
export const provenanceOf = (violation: Violation): Provenance | undefined => marksOf(violation).provenance;

const pointerOf = (segments: string[]) =>
  segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const document: unknown = createRequire(import.meta.url)("@model-access/contract/bundles/openapi.json");

export const schemaNamed = (name: string): unknown => valueAt(document, `/components/schemas/${name}`);

const isProvenance = (value: unknown): value is Provenance =>
  typeof value === "string" && ["stated", "upstream", "observed", "inferred"].includes(value);
