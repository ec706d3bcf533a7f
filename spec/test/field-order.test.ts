import { expect, test } from "vitest";
import { type Node, sourceFiles } from "./source-files.ts";

const schemaOrder =
  "$ref title description x-provenance x-requirement x-keyword-provenance x-open-variant type const enum format contentMediaType contentEncoding contentSchema default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern items prefixItems minItems maxItems uniqueItems required dependentRequired properties patternProperties propertyNames additionalProperties minProperties maxProperties anyOf oneOf allOf not if then else examples";

/** The order of the fields of each kind of object, as `spec/README.md` lists it. */
const orders = {
  pathItem: "summary x-provenance x-requirement parameters get post",
  operation:
    "operationId summary description tags x-provenance x-requirement security parameters requestBody responses",
  requestBody: "description required content",
  response: "summary description x-provenance x-requirement headers content links",
  link: "operationId description parameters requestBody",
  mediaType: "itemSchema schema x-grammar encoding examples",
  parameter: "name in description x-provenance x-requirement required schema example",
  schema: schemaOrder,
  example: "summary description value serializedValue",
};

type Kind = keyof typeof orders;

test.each([...sourceFiles()].filter(([path]) => path !== "openapi.yaml"))(
  "%s has its fields in order",
  (path, node) => {
    const kind = (
      {
        paths: "pathItem",
        schemas: "schema",
        responses: "response",
        parameters: "parameter",
        headers: "parameter",
        links: "link",
        examples: "example",
      } as const
    )[path.split("/")[0] ?? ""];

    expect(kind).toBeDefined();
    if (kind !== undefined) expect(disorders(kind, node, path)).toEqual([]);
  },
);

/** Returns the keys out of order or unknown in a node and below it. */
function disorders(kind: Kind, node: Node, at: string): string[] {
  if (node === null || typeof node !== "object") return [];
  const order = orders[kind].split(" ");
  const keys = Object.keys(node);
  const unknown = keys.filter((key) => !order.includes(key)).map((key) => `${at}: ${key} is not a field of a ${kind}`);
  const known = keys.filter((key) => order.includes(key));
  const sorted = [...known].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const wrong = known.join() === sorted.join() ? [] : [`${at}: ${known.join(", ")} should be ${sorted.join(", ")}`];
  return [
    ...unknown,
    ...wrong,
    ...below(kind, node).flatMap(([name, childKind, child]) => disorders(childKind, child, `${at}/${name}`)),
  ];
}

function below(kind: Kind, node: Node): [string, Kind, Node][] {
  const one = (childKind: Kind, ...names: string[]) =>
    names.filter((name) => name in node).map((name): [string, Kind, Node] => [name, childKind, node[name]]);
  const each = (childKind: Kind, ...names: string[]) =>
    names.flatMap((name) =>
      Object.entries(node[name] ?? {}).map(([key, value]): [string, Kind, Node] => [
        `${name}/${key}`,
        childKind,
        value,
      ]),
    );
  if (kind === "pathItem") return one("operation", "get", "post");
  if (kind === "operation") return one("requestBody", "requestBody");
  if (kind === "requestBody" || kind === "response") return each("mediaType", "content");
  if (kind === "mediaType" || kind === "parameter") return one("schema", "schema", "itemSchema");
  if (kind !== "schema") return [];
  const single = ["items", "contentSchema", "additionalProperties", "not", "if", "then", "else", "propertyNames"];
  return [
    ...one("schema", ...single),
    ...each("schema", "properties", "patternProperties", "anyOf", "oneOf", "allOf", "prefixItems"),
  ];
}
