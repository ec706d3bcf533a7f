import { type Operation, operations } from "@model-access/contract";
import { Refusal } from "./refusal.js";

/** The operation that a request is for, and what its path says. */
export interface Route {
  operation: Operation;
  /** Path parameters, decoded. */
  path: Record<string, string>;
}

interface PathItem {
  pattern: RegExp;
  names: string[];
  methods: Map<string, Operation>;
}

const pathItems = tabulate(Object.values(operations));

/** The methods that a path answers, as `Allow` lists them; undefined for an unknown path. */
export function allowedMethods(path: string): string | undefined {
  const item = find(path)?.item;
  if (item === undefined) return undefined;
  const methods = [...item.methods.keys()];
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** Finds the operation of a request; refuses an unknown path with 404 and another method with 405. HEAD is as GET. */
export function routeOf(method: string, path: string): Route {
  const found = find(path);
  if (found === undefined) throw new Refusal("not_found", "There is nothing at this path; the reference is at /docs.");
  const operation = found.item.methods.get(method === "HEAD" ? "GET" : method);
  if (operation === undefined) {
    const answers = [...found.item.methods.keys()].join(" and ");
    throw new Refusal("method_not_allowed", `This path answers ${answers} only.`, {
      allow: allowedMethods(path) ?? "",
    });
  }
  return { operation, path: found.parameters };
}

function tabulate(rows: Operation[]): PathItem[] {
  const items = new Map<string, PathItem>();
  for (const operation of rows) {
    const { path, method } = operation;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
    const item = items.get(path) ?? { pattern: patternOf(path), names, methods: new Map() };
    item.methods.set(method, operation);
    items.set(path, item);
  }
  // A path without parameters goes before a template that it would fit too.
  return [...items.values()].sort((a, b) => a.names.length - b.names.length);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
}

function find(path: string): { item: PathItem; parameters: Record<string, string> } | undefined {
  for (const item of pathItems) {
    const match = item.pattern.exec(path);
    if (match === null) continue;
    try {
      const values = match.slice(1).map(decodeURIComponent);
      return { item, parameters: Object.fromEntries(item.names.map((name, index) => [name, values[index] ?? ""])) };
    } catch {
      return undefined; // a percent sign that encodes nothing
    }
  }
  return undefined;
}
