import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Operation } from "@model-access/contract";
import type { Schema } from "./schema-values.js";

interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
}

const bundle = createRequire(import.meta.url).resolve("@model-access/contract/bundles/openapi.json");
const document = JSON.parse(readFileSync(bundle, "utf8")) as Document; // the contract's own build has checked it

/** The schemas of the contract by name, to which its references lead. */
export const { schemas } = document.components;

/** The schema of an operation's body. */
export function bodySchema({ path, method }: Operation, mediaType: string): Schema {
  return document.paths[path]?.[method.toLowerCase()]?.requestBody?.content[mediaType]?.schema ?? {};
}

/** The members that a schema knows by name. */
export function membersOf(schema: Schema): [string, Schema][] {
  const { properties = {} } = schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
  return Object.entries(properties);
}
