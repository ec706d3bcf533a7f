import { type ContractDocument, componentName, type Place } from "../contract-document.ts";

/** The users of schemas and components. */
export interface SchemaUsers {
  /** Schemas with a member, item or variant of a schema, by its name. */
  schemas: Map<string, string[]>;
  /** Operations whose request or reply contains a schema, by its name. */
  operations: Map<string, string[]>;
  /** Operations that use a component, by its pointer such as `#/components/responses/RateLimited`. */
  components: Map<string, string[]>;
}

/** Finds the users of each schema and component, for backlinks. */
export function findUsers(document: ContractDocument, places: readonly Place[]): SchemaUsers {
  const users: SchemaUsers = { schemas: new Map(), operations: new Map(), components: new Map() };
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const reference of listReferences(schema)) add(users.schemas, componentName(reference), name);
  }
  for (const { operation, parameters } of places) {
    for (const reference of reachableFrom(document, { ...operation, parameters: undefined })) {
      if (reference.startsWith("#/components/schemas/"))
        add(users.operations, componentName(reference), operation.operationId);
      add(users.components, reference, operation.operationId);
    }
    for (const [name, parameter] of Object.entries(document.components.parameters ?? {})) {
      const isUsed = parameters.some((used) => used === parameter);
      if (isUsed) add(users.components, `#/components/parameters/${name}`, operation.operationId);
    }
  }
  return users;
}

/** Lists the references in a node. */
export function listReferences(node: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    if (value === null || typeof value !== "object") return;
    for (const [key, member] of Object.entries(value)) {
      if (key === "$ref" && typeof member === "string") found.add(member);
      else if (key !== "examples" && key !== "x-codeSamples") visit(member);
    }
  };
  visit(node);
  return found;
}

/** Lists the references of a node, transitively. */
export function reachableFrom(document: ContractDocument, node: unknown): Set<string> {
  const reached = new Set<string>();
  const open = [...listReferences(node)];
  for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
    if (reached.has(reference)) continue;
    reached.add(reference);
    const [, , kind = "", name = ""] = reference.split("/");
    open.push(...listReferences(document.components[kind]?.[name]));
  }
  return reached;
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key) ?? [];
  if (!values.includes(value)) values.push(value);
  map.set(key, values);
}
