/** As much as is read here of an OpenAPI document that refers only to its own components. */
export interface Document {
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

/** A copy of a document with one operation, and the components that it refers to, over whatever distance. */
export function documentOf(document: Document, operationId: string): Document {
  const components: Document["components"] = {};
  const paths = pathsOf(document, operationId);
  take(paths);
  return structuredClone({ ...document, paths, components });

  function take(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === "$ref" && typeof member === "string") takeComponent(member);
      else take(member);
    }
  }

  function takeComponent(ref: string): void {
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)/.exec(ref) ?? [];
    const component = document.components[kind]?.[name];
    if (component === undefined || components[kind]?.[name] !== undefined) return;
    components[kind] = { ...components[kind], [name]: component };
    take(component);
  }
}

function pathsOf({ paths }: Document, operationId: string): Document["paths"] {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if ((operation as { operationId?: string }).operationId !== operationId) continue;
      return { [path]: { ...(item.parameters !== undefined && { parameters: item.parameters }), [method]: operation } };
    }
  }
  return {};
}
