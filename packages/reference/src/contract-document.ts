import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export type Provenance = "stated" | "upstream" | "observed" | "inferred";

export interface Marked {
  description?: string;
  "x-provenance"?: Provenance;
  "x-requirement"?: string[];
  /** Provenance of single keywords, if it differs from the element's. */
  "x-keyword-provenance"?: Record<string, Provenance>;
}

export interface ExternalDocs {
  url: string;
  description?: string;
}

/** The part of JSON Schema that the reference shows. */
export interface Schema extends Marked {
  $ref?: string;
  title?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  contentSchema?: Schema;
  deprecated?: boolean;
  "x-open-variant"?: unknown;
  [keyword: string]: unknown;
}

export interface Example {
  $ref?: string;
  summary?: string;
  description?: string;
  value?: unknown;
  serializedValue?: string;
}

export interface MediaType {
  schema?: Schema;
  itemSchema?: Schema;
  examples?: Record<string, Example>;
}

export interface Parameter extends Marked {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Response extends Marked {
  headers?: Record<string, Marked & { schema?: Schema; required?: boolean }>;
  content?: Record<string, MediaType>;
  links?: Record<string, Link>;
}

/** A next call, with parameters taken from the response. */
export interface Link {
  operationId: string;
  description?: string;
  parameters?: Record<string, unknown>;
}

/** A program, or a command, that calls an operation. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

export interface Operation extends Marked {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { description?: string; required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
  "x-codeSamples"?: Sample[];
}

export interface ContractDocument {
  info: Marked & { title: string; version: string; summary: string };
  servers: { url: string; description?: string }[];
  externalDocs?: ExternalDocs;
  tags: { name: string; description?: string; externalDocs?: ExternalDocs }[];
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, Schema>; examples: Record<string, Example> } & Record<
    string,
    Record<string, unknown>
  >;
}

/** An operation with its method and path. */
export interface Place {
  method: string;
  path: string;
  operation: Operation;
  parameters: Parameter[];
}

/** Reads the OpenAPI 3.2 bundle, which types event streams. */
export function readContract(): ContractDocument {
  const file = createRequire(import.meta.url).resolve("@model-access/contract/bundles/openapi.3.2.json");
  return JSON.parse(readFileSync(file, "utf8")) as ContractDocument;
}

/** Resolves a reference into the document; returns anything else unchanged. */
export function resolved<T>(document: ContractDocument, node: T): T {
  const reference = (node as { $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return node;
  const segments = reference.slice(2).split("/");
  let at: unknown = document;
  for (const segment of segments) at = (at as Record<string, unknown>)[segment];
  return at as T; // a reference resolves to a node of its own kind
}

/** Returns the component's name: the last segment of a reference. */
export const componentName = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** Lists the operations in the order of the document, each with all its parameters. */
export function listPlaces(document: ContractDocument): Place[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, value]) => {
      const operation = value as Operation;
      if (operation?.operationId === undefined) return [];
      const shared = (item.parameters ?? []) as Parameter[];
      const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) => resolved(document, parameter));
      const marks = {
        "x-provenance": operation["x-provenance"] ?? (item as Marked)["x-provenance"],
        "x-requirement": operation["x-requirement"] ?? (item as Marked)["x-requirement"],
      } as Marked;
      return [{ method: method.toUpperCase(), path, operation: { ...operation, ...marks }, parameters }];
    }),
  );
}
