import { expect, test } from "vitest";
import { built, type Node, resolve } from "./source-files.ts";
import { given, tables } from "./specification-tables.ts";

const document = built("openapi.json");
const { schemas } = document.components;
const narrowing =
  "minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems pattern format enum const default";

test.each(Object.entries(tables))("%s has the members of the specification's table, as stated", (name, rows) => {
  const schema = schemas[name];
  const members = rows.map(([member]) => member);

  for (const [member, types] of rows) {
    const node = schema.properties[member];
    expect(provenanceOf(schema, node), `${name}.${member}`).toBe("stated");
    expect(statedTypes(node).sort(), `${name}.${member}`).toEqual(types.split(/, | or /).sort());
  }
  for (const [member, node] of Object.entries<Node>(schema.properties)) {
    if (!members.includes(member)) expect(provenanceOf(schema, node), `${name}.${member}`).not.toBe("stated");
  }
});

test.each(Object.entries(tables))(
  "%s requires what the specification requires, and says whose the rest is",
  (name, rows) => {
    const { required = [], "x-provenance": own, "x-keyword-provenance": of } = schemas[name];
    const whose = of?.required ?? own;

    for (const [member, , need] of rows) {
      if (need === "yes") expect([required.includes(member), whose], `${name}.${member}`).toEqual([true, "stated"]);
      if (need === "no" && required.includes(member)) expect(whose, `${name}.${member}`).not.toBe("stated");
    }
  },
);

test("what is stated has the bounds, values and defaults of the specification and no others", () => {
  const narrowed = Object.entries<Node>(schemas).flatMap(([name, schema]) => [...statedNarrowings(schema, name)]);

  expect(Object.fromEntries(narrowed)).toEqual(given);
});

test("the closed set of chat roles is not the specification's", () => {
  expect(schemas.ChatMessage["x-keyword-provenance"]).toEqual({ anyOf: "upstream" });
});

/** Returns the provenance of a member: its own, or else that of the schema around it. */
function provenanceOf(schema: Node, member: Node): string {
  return member?.["x-provenance"] ?? schema["x-provenance"];
}

/** The JSON types that a member may have, without those that come from elsewhere. An object and its variants count as one. */
function statedTypes(member: Node): string[] {
  const node = resolve(document, member);
  const types = [node.type ?? []].flat();
  if (node.anyOf === undefined) return types;
  const branches = node.anyOf.filter((branch: Node) => (branch["x-provenance"] ?? "stated") === "stated");
  return [...new Set<string>([...types, ...branches.flatMap((branch: Node) => statedTypes(branch))])];
}

/** The narrowing keywords of what is stated, with their values, but for those that have a provenance of their own. */
function* statedNarrowings(node: Node, at: string, inherited = "inferred"): Generator<[string, unknown]> {
  if (node === null || typeof node !== "object") return;
  const provenance = node["x-provenance"] ?? inherited;
  for (const keyword of provenance === "stated" ? narrowing.split(" ") : []) {
    if (node[keyword] === undefined || node["x-keyword-provenance"]?.[keyword] !== undefined) continue;
    yield [`${at} ${keyword}`, node[keyword]];
  }
  for (const [member, child] of Object.entries(node.properties ?? {}))
    yield* statedNarrowings(child, `${at}.${member}`, provenance);
  for (const branch of node.anyOf ?? []) yield* statedNarrowings(branch, at, provenance);
  if (node.items !== undefined) yield* statedNarrowings(node.items, `${at}[]`, provenance);
}
