import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { adminDocument } from "../generated/admin-document.js";
import { createRouter, type RouteRow } from "../request/router.js";
import type { AdminOperation, AdminParameter } from "./admin-document.js";

/** An operation of the admin API, with what checks its requests. */
export interface AdminRoute extends RouteRow {
  operationId: string;
  /** Path and query parameters by name. */
  parameters: ValidateFunction;
  /** Absent where it takes no body. */
  body: ValidateFunction | undefined;
  isBodyRequired: boolean;
}

const documentId = "https://mock.example/admin";
const methods = ["get", "put", "post", "patch", "delete"];

/** The admin API's route table; compiled when the first call comes. */
export function createAdminRouter() {
  const ajv = new Ajv2020({ strict: false, useDefaults: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: documentId, components: adminDocument.components });

  const routes = Object.entries(adminDocument.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) =>
        routeOf({ path, method, operation: item[method] as AdminOperation, shared: item.parameters ?? [] }),
      ),
  );
  return createRouter(routes);

  function routeOf(found: { path: string; method: string; operation: AdminOperation; shared: unknown[] }): AdminRoute {
    const { path, method, operation, shared } = found;
    const parameters = [...shared, ...(operation.parameters ?? [])].map(resolveParameter);
    const schema = operation.requestBody?.content["application/json"].schema;
    return {
      path,
      method: method.toUpperCase(),
      operationId: operation.operationId,
      parameters: ajv.compile({
        type: "object",
        properties: Object.fromEntries(parameters.map(({ name, schema: of }) => [name, of])),
      }),
      body: schema && ajv.compile(absolute(schema)),
      isBodyRequired: operation.requestBody?.required ?? false,
    };
  }
}

function resolveParameter(node: unknown): AdminParameter {
  const { $ref: reference } = node as { $ref?: string };
  const named = adminDocument.components.parameters[reference?.split("/").at(-1) ?? ""];
  return named ?? (node as AdminParameter); // a parameter of an OpenAPI document is one or the other
}

function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${documentId}#`)) as object;
}
