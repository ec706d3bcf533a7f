import { expect, test } from "vitest";
import { built, listReferences, type Node, nameOf, resolve, sourceFiles, walkNodes } from "./source-files.ts";

const files = sourceFiles();
const root = "openapi.yaml";

/** Lists the files of one kind in all areas: `<area>/<kind>/<Name>.yaml`. */
const listPaths = (kind: string) => [...files.keys()].filter((path) => path.split("/")[1] === kind);

test("every file is reachable from openapi.yaml", () => {
  const reached = new Set([root]);
  for (const path of reached) for (const reference of listReferences(path, files.get(path))) reached.add(reference);

  const orphans = [...files.keys()].filter((path) => !reached.has(path));

  expect(orphans).toEqual([]);
});

test("names of components are unique over all folders", () => {
  const kinds = ["schemas", "responses", "parameters", "headers", "links", "examples", "paths"];

  for (const kind of kinds) {
    const names = listPaths(kind).map((path) => nameOf(path).toLowerCase());
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

test("a bundled component has the name of its file", () => {
  const document = built("openapi.3.2.json");

  for (const kind of ["schemas", "responses", "examples"]) {
    const names = new Set(listPaths(kind).map(nameOf));
    expect(Object.keys(document.components[kind]).filter((name) => !names.has(name))).toEqual([]);
  }
});

test("summaries of operations are unique, because the reference lists them", () => {
  const summaries = listPaths("paths")
    .flatMap((path) => Object.values<{ summary?: string }>(files.get(path)).map((operation) => operation?.summary))
    .filter((summary) => summary !== undefined);

  expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
});

test("the open variant excludes exactly the known variants", () => {
  const document = built("openapi.3.2.json");
  const unions = Object.entries<{ anyOf?: object[] }>(document.components.schemas).filter(([, schema]) =>
    schema.anyOf?.some((variant) => "x-open-variant" in variant),
  );

  expect(unions.length).toBeGreaterThan(5);
  for (const [name, { anyOf = [] }] of unions) {
    const open = anyOf.find((variant) => "x-open-variant" in variant);
    const known = anyOf
      .filter((variant) => variant !== open)
      .flatMap((variant) => listConstants(document, resolve(document, variant)));
    const excluded = readExcluded(open);
    if (excluded === undefined) continue; // not distinguished by a constant; the examples cover it
    expect([...new Set(known)].sort(), name).toEqual([...excluded].sort());
  }
});

/** Returns the discriminating constants of a variant: of its event line, its payload's type, or a member. */
function listConstants(
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
  return (variant.anyOf ?? []).flatMap((branch) => listConstants(document, resolve(document, branch)));
}

function readExcluded(open: unknown): unknown[] | undefined {
  const found = [...walkNodes(open)].find(({ node }) => Array.isArray(node.not?.enum));
  return found?.node.not.enum;
}

test("no object forbids additional members", () => {
  const closed = listPaths("schemas").filter((path) =>
    [...walkNodes(files.get(path))].some(
      ({ node }) => node.additionalProperties === false || node.unevaluatedProperties === false,
    ),
  );

  expect(closed).toEqual([]);
});

test("a nullable list of objects is a union, which generators support", () => {
  const unread = [...files].filter(([, file]) =>
    [...walkNodes(file)].some(({ node }) => Array.isArray(node.type) && node.items?.$ref !== undefined),
  );

  expect(unread.map(([path]) => path)).toEqual([]);
});

test("members without effect come after the others", () => {
  const withIgnored = listPaths("schemas").filter((path) => {
    const members = Object.values<Node>(files.get(path).properties ?? {});
    const areIgnored = members.map(({ description }) => /\bAccepted(,| and ignored)/.test(description));
    expect(areIgnored, path).toEqual([...areIgnored].sort());
    return areIgnored.includes(true);
  });

  expect(withIgnored).toEqual(["chat/schemas/ChatCompletionRequest.yaml"]);
});

test("a constant or a list of strings has no explicit type", () => {
  const typed = ["schemas", "parameters", "headers"]
    .flatMap(listPaths)
    .filter((path) =>
      [...walkNodes(files.get(path))].some(
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

test("no description mentions the specification or its interpretation", () => {
  const told = [...walkNodes(built("openapi.3.2.json"))].filter(
    ({ node, path }) => path.length > 1 && /\b(our reading|the specification)\b/i.test(String(node.description)),
  );

  expect(told.map(({ path }) => path.join("/"))).toEqual([]);
});

test("a link names an operation and existing parameters of it", () => {
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
