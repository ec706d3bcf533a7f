import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { adminDocument } from "../generated/admin-document.js";
import { createRouter, type RouteRow } from "../request/router.js";
import type { AdminOperation, AdminParameter, AdminResponse } from "./admin-document.js";

/** An operation of the admin API, with what checks its requests. */
export interface AdminRoute extends RouteRow {
  operationId: string;
  parameters: ValidateFunction;
  /** Absent where it takes no body. */
  body: ValidateFunction | undefined;
  isBodyRequired: boolean;
  /** The status of its reply, and the media type; absent where that has no content. */
  status: number;
  mediaType: string | undefined;
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
    const { parameters: named, responses } = adminDocument.components;
    const parameters = [...shared, ...(operation.parameters ?? [])].map((node) =>
      resolve(node as AdminParameter, named),
    );
    const [status = "", reply = {}] = Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
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
      status: Number(status),
      mediaType: Object.keys(resolve<AdminResponse>(reply, responses).content ?? {})[0],
    };
  }
}

/** The node itself, or the component that it refers to. */
function resolve<Node extends object>(node: Node | { $ref: string }, components: Record<string, Node>): Node {
  const found = "$ref" in node ? components[node.$ref.split("/").at(-1) ?? ""] : node;
  if (found === undefined) throw new Error("The admin API's document refers to a component that is not there.");
  return found;
}

function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${documentId}#`)) as object;
}
