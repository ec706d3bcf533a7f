import { adminDocument } from "../../src/generated/admin-document.js";
import type { Schema } from "./schema-values.js";

/** An operation of the admin API, as its document has it. */
export interface AdminOperation {
  operationId: string;
  method: string;
  path: string;
  query: { name: string; schema: Schema }[];
  /** The schema of its body; undefined where it takes none. */
  body: Schema | undefined;
}

interface DocumentedOperation {
  operationId: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const methods = ["get", "put", "post", "patch", "delete"];

export const adminOperations: AdminOperation[] = Object.entries(adminDocument.paths).flatMap(([path, item]) =>
  methods
    .filter((method) => item[method] !== undefined)
    .map((method) => {
      const { operationId, parameters = [], requestBody } = item[method] as DocumentedOperation; // a method's member is one
      const query = parameters.filter((parameter) => parameter.in === "query");
      return { operationId, method, path, query, body: requestBody?.content["application/json"]?.schema };
    }),
);

/** The schemas of the document by name, to which its references lead. */
export const adminSchemas = adminDocument.components.schemas as Record<string, Schema>;
