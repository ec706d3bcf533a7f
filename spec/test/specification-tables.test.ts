import { expect, test } from "vitest";
import { built, type Node, nameOf, resolve } from "./source-files.ts";
import { given, messagesRefusals, refusals, tables } from "./specification-tables.ts";

const document = built("openapi.json");
const { schemas } = document.components;
const narrowing =
  "minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems pattern format enum const default not oneOf";

test.each(Object.entries(tables))("%s has the members of the specification's table, marked as stated", (name, rows) => {
  const schema = schemas[name];
  const members = rows.map(([member]) => member);

  for (const [member, types] of rows) {
    const node = schema.properties[member];
    expect(readProvenance(schema, node), `${name}.${member}`).toBe("stated");
    expect(statedTypes(node, "stated").sort(), `${name}.${member}`).toEqual(types.split(/, | or /).sort());
  }
  for (const [member, node] of Object.entries<Node>(schema.properties)) {
    if (!members.includes(member)) expect(readProvenance(schema, node), `${name}.${member}`).not.toBe("stated");
  }
});

test.each(Object.entries(tables))(
  "%s requires what the specification requires, and says whose the rest is",
  (name, rows) => {
    const schema = schemas[name];

    for (const [member, , need] of rows) {
      const isRequired = (schema.required ?? []).includes(member);
      const whose = readRequiredProvenance(schema, member);
      if (need === "yes") expect([isRequired, whose], `${name}.${member}`).toEqual([true, "stated"]);
      if (need === "no" && isRequired) expect(whose, `${name}.${member}`).not.toBe("stated");
    }
  },
);

test("stated elements have exactly the bounds, values and defaults of the specification", () => {
  const narrowed = elements().flatMap(([name, element]) => [...statedNarrowings(element, name)]);

  expect(Object.fromEntries(narrowed)).toEqual(given);
});

test("the closed set of chat roles is not marked as stated", () => {
  expect(schemas.ChatMessage["x-keyword-provenance"]).toEqual({ anyOf: "upstream" });
});

test.each(refusals)(
  "a %s of type %s and code %s is in the table of the API's description, and in an example",
  (status, type, code) => {
    const told = document.info.description
      .split("\n")
      .find((line: string) => line.startsWith(`| ${status} |`) && line.includes(type) && line.includes(code));
    const sent = Object.entries<Node>(document.paths)
      .filter(([path]) => path !== "/v1/messages")
      .flatMap(([, { get, post }]) => readErrors((get ?? post).responses[status]));

    expect(told).toBeDefined();
    expect(sent).toContainEqual(expect.objectContaining({ type, code }));
  },
);

test.each(messagesRefusals)("a %s of messages has the type %s", (status, type) => {
  const response = document.paths["/v1/messages"].post.responses[status];

  expect(readErrors(response).map((error) => error.type)).toContain(type);
  expect(resolve(document, response).description).toContain(`\`${type}\``);
});

test("the status 403 is marked as stated, its bodies are not", () => {
  for (const name of ["Forbidden", "MessagesForbidden"]) {
    const { content, "x-provenance": ofStatus } = document.components.responses[name];

    expect([ofStatus, content["application/json"].schema["x-provenance"]], name).toEqual(["stated", "inferred"]);
  }
});

/** Returns the provenance of a member: its own, else its schema's. */
function readProvenance(schema: Node, member: Node): string {
  return member?.["x-provenance"] ?? schema["x-provenance"];
}

/** Returns the provenance of `required` for a member: the keyword's mark, else the member's. */
function readRequiredProvenance(schema: Node, member: string): string {
  return schema["x-keyword-provenance"]?.required ?? readProvenance(schema, schema.properties?.[member]);
}

/** Returns the stated JSON types of a place. An object and its variants count as one. */
function statedTypes(place: Node, inherited: string): string[] {
  const { $ref, type = [], anyOf, oneOf, items, "x-provenance": own = inherited, "x-keyword-provenance": of } = place;
  const here = (of?.type ?? own) === "stated" ? [type].flat() : [];
  const types = here.flatMap((each: string) => {
    const element = each === "array" && items !== undefined ? statedTypes(items, own) : [];
    return element.length === 0 ? [each] : element.map((inner) => `array of ${inner}`);
  });
  const referred = $ref === undefined || types.length > 0 ? [] : statedTypes(resolve(document, place), own);
  const branches = (anyOf ?? oneOf ?? []).flatMap((branch: Node) => statedTypes(branch, own));
  return [...new Set<string>([...types, ...referred, ...branches])];
}

/** Lists the schemas, parameters, headers and responses of the contract, by name. */
function elements(): [string, Node][] {
  const { parameters, headers, responses } = document.components;
  return [schemas, parameters, headers, responses].flatMap((named) => Object.entries<Node>(named));
}

/** Yields the narrowing keywords of stated elements, with their values, without those of another provenance. */
function* statedNarrowings(node: Node, at: string, inherited = "inferred"): Generator<[string, unknown]> {
  if (node === null || typeof node !== "object") return;
  const provenance = node["x-provenance"] ?? inherited;
  for (const keyword of provenance === "stated" ? narrowing.split(" ") : []) {
    if (node[keyword] === undefined || node["x-keyword-provenance"]?.[keyword] !== undefined) continue;
    yield [`${at} ${keyword}`, keyword === "oneOf" ? node.oneOf.map(({ $ref }: Node) => nameOf($ref)) : node[keyword]];
  }
  if (node.required === true && provenance === "stated") yield [`${at} required`, true];
  const told = (tables[at] ?? []).filter(([, , need]) => need === "yes").map(([member]) => member);
  const required = [node.required].flat().filter((member) => typeof member === "string" && !told.includes(member));
  const stated = required.filter(
    (member) => readRequiredProvenance({ ...node, "x-provenance": provenance }, member) === "stated",
  );
  if (stated.length > 0) yield [`${at} required`, stated];
  for (const [member, child] of Object.entries(node.properties ?? {}))
    yield* statedNarrowings(child, `${at}.${member}`, provenance);
  for (const branch of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) yield* statedNarrowings(branch, at, provenance);
  for (const child of [node.items, node.schema, ...Object.values<Node>(node.content ?? {})])
    yield* statedNarrowings(child, child === node.items ? `${at}[]` : at, provenance);
}

/** Returns the error objects in the examples of a response. */
function readErrors(response: Node): Node[] {
  const { examples } = resolve(document, response ?? {}).content?.["application/json"] ?? {};
  return Object.values<Node>(examples ?? {}).map((example) => resolve(document, example).value.error);
}
