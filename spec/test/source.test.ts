import { expect, test } from "vitest";
import { built, type Node, nameOf, nodesOf, referencesOf, resolve, sourceFiles } from "./source-files.ts";

const files = sourceFiles();
const root = "openapi.yaml";

/** The files of one kind in all areas: `<area>/<kind>/<Name>.yaml`. */
const pathsOf = (kind: string) => [...files.keys()].filter((path) => path.split("/")[1] === kind);

test("every file is reached from openapi.yaml", () => {
  const reached = new Set([root]);
  for (const path of reached) for (const reference of referencesOf(path, files.get(path))) reached.add(reference);

  const orphans = [...files.keys()].filter((path) => !reached.has(path));

  expect(orphans).toEqual([]);
});

test("a component has one name over all folders", () => {
  const kinds = ["schemas", "responses", "parameters", "headers", "links", "examples", "paths"];

  for (const kind of kinds) {
    const names = pathsOf(kind).map((path) => nameOf(path).toLowerCase());
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

test("a bundled component has the name of its file", () => {
  const document = built("openapi.3.2.json");

  for (const kind of ["schemas", "responses", "examples"]) {
    const names = new Set(pathsOf(kind).map(nameOf));
    expect(Object.keys(document.components[kind]).filter((name) => !names.has(name))).toEqual([]);
  }
});

test("no two operations have the same summary, by which the reference lists them", () => {
  const summaries = pathsOf("paths")
    .flatMap((path) => Object.values<{ summary?: string }>(files.get(path)).map((operation) => operation?.summary))
    .filter((summary) => summary !== undefined);

  expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
});

test("the variant for tomorrow excludes exactly the variants of today", () => {
  const document = built("openapi.3.2.json");
  const unions = Object.entries<{ anyOf?: object[] }>(document.components.schemas).filter(([, schema]) =>
    schema.anyOf?.some((variant) => "x-open-variant" in variant),
  );

  expect(unions.length).toBeGreaterThan(5);
  for (const [name, { anyOf = [] }] of unions) {
    const open = anyOf.find((variant) => "x-open-variant" in variant);
    const known = anyOf
      .filter((variant) => variant !== open)
      .flatMap((variant) => constsOf(document, resolve(document, variant)));
    const excluded = excludedBy(open);
    if (excluded === undefined) continue; // told apart by something other than a constant; the examples cover it
    expect([...new Set(known)].sort(), name).toEqual([...excluded].sort());
  }
});

/** The discriminating constants of a variant: of its event line, its payload's type, or its own member. */
function constsOf(
  document: unknown,
  variant: {
    properties?: Record<string, { const?: unknown; contentSchema?: object; anyOf?: object[] }>;
    anyOf?: object[];
  },
): unknown[] {
  const { properties = {} } = variant;
  if (properties.event?.const !== undefined) return [properties.event.const];
  if (properties.data?.contentSchema !== undefined) {
    const { const: type } = resolve(document, properties.data.contentSchema).properties?.type ?? {};
    return type === undefined ? [] : [type];
  }
  for (const name of ["type", "role", "control", "object"]) {
    if (properties[name]?.const !== undefined) return [properties[name].const];
  }
  return (variant.anyOf ?? []).flatMap((branch) => constsOf(document, resolve(document, branch)));
}

function excludedBy(open: unknown): unknown[] | undefined {
  const found = [...nodesOf(open)].find(({ node }) => Array.isArray(node.not?.enum));
  return found?.node.not.enum;
}

test("nothing is closed to fields of tomorrow", () => {
  const closed = pathsOf("schemas").filter((path) =>
    [...nodesOf(files.get(path))].some(
      ({ node }) => node.additionalProperties === false || node.unevaluatedProperties === false,
    ),
  );

  expect(closed).toEqual([]);
});

test("a list of a schema's objects that may be null is a union, which generators read", () => {
  const unread = [...files].filter(([, file]) =>
    [...nodesOf(file)].some(({ node }) => Array.isArray(node.type) && node.items?.$ref !== undefined),
  );

  expect(unread.map(([path]) => path)).toEqual([]);
});

test("members that are accepted without an effect come after the others", () => {
  const withIgnored = pathsOf("schemas").filter((path) => {
    const members = Object.values<Node>(files.get(path).properties ?? {});
    const areIgnored = members.map(({ description }) => /\bAccepted(,| and ignored)/.test(description));
    expect(areIgnored, path).toEqual([...areIgnored].sort());
    return areIgnored.includes(true);
  });

  expect(withIgnored).toEqual(["chat/schemas/ChatCompletionRequest.yaml"]);
});

test("a constant or a list of strings leaves its type to the short forms", () => {
  const typed = ["schemas", "parameters", "headers"]
    .flatMap(pathsOf)
    .filter((path) =>
      [...nodesOf(files.get(path))].some(
        ({ node }) => node.type === "string" && (node.const ?? node.enum) !== undefined,
      ),
    );

  expect(typed).toEqual([]);
});

test("an operation's description is for callers, and has at most a dozen lines", () => {
  for (const item of Object.values<Node>(built("openapi.3.2.json").paths)) {
    for (const { operationId, description } of Object.values<Node>(item).filter((value) => value.operationId)) {
      const lines = description.split("\n").filter((line: string) => line.trim() !== "");
      expect(lines.length, operationId).toBeLessThanOrEqual(12);
    }
  }
});

test("no description speaks of the specification or of how it was read", () => {
  const told = [...nodesOf(built("openapi.3.2.json"))].filter(
    ({ node, path }) => path.length > 1 && /\b(our reading|the specification)\b/i.test(String(node.description)),
  );

  expect(told.map(({ path }) => path.join("/"))).toEqual([]);
});

test("a link names an operation, and parameters that it has", () => {
  const document = built("openapi.3.2.json");
  const links = Object.entries<Node>(document.components.links);

  expect(links.length).toBeGreaterThan(5);
  for (const [name, link] of links) {
    const item = Object.values<Node>(document.paths).find((path) =>
      Object.values<Node>(path).some(({ operationId }) => operationId === link.operationId),
    );
    const operation = Object.values<Node>(item ?? {}).find(({ operationId }) => operationId === link.operationId);
    const parameters = [...(item?.parameters ?? []), ...(operation?.parameters ?? [])].map(
      (parameter) => resolve(document, parameter).name,
    );
    expect(operation, name).toBeDefined();
    expect(parameters, name).toEqual(expect.arrayContaining(Object.keys(link.parameters ?? {})));
  }
});
