import { expect, test } from "vitest";
import { built, type Node, nodesOf } from "./source-files.ts";

const streams = (document: object) =>
  [...nodesOf(document)].filter(({ path }) => path.at(-1) === "text/event-stream").map(({ node }) => node);

test("the 3.2 bundle types its event streams by itemSchema", () => {
  const document = built("openapi.3.2.json");

  expect(document.openapi).toMatch(/^3\.2/);
  expect(streams(document).length).toBe(4);
  for (const stream of streams(document)) expect(stream.itemSchema).toBeDefined();
});

test("the 3.1 bundle types its event streams by their payloads and keeps whole transcripts", () => {
  const document = built("openapi.json");

  expect(document.openapi).toBe("3.1.1");
  expect(streams(document).length).toBe(4);
  for (const stream of streams(document)) {
    expect(stream.itemSchema).toBeUndefined();
    const { anyOf } = document.components.schemas[stream.schema.$ref.split("/").at(-1)];
    expect(anyOf.length).toBeGreaterThan(1);
    for (const payload of anyOf) expect(payload.$ref).toMatch(/^#\/components\/schemas\//);
    for (const { value } of Object.values<{ value: string }>(stream["x-transcripts"])) expect(value).toMatch(/\n\n$/);
  }
});

test("the bundle for proxies has event streams as text in the 2020-12 dialect", () => {
  const document = built("openapi.mock.json");

  expect(document.jsonSchemaDialect).toBe("https://json-schema.org/draft/2020-12/schema");
  for (const stream of streams(document)) {
    expect(stream.schema).toEqual({ type: "string" });
    expect(Object.keys(stream.examples).length).toBeGreaterThan(0);
  }
});

test("no schema contains itself in the bundle for tools that can't follow it", () => {
  const { schemas } = built("openapi.no-recursion.json").components;
  const contained = (name: string, seen: string[] = []): string[] => {
    if (seen.includes(name)) return [name];
    const references = JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    return [...new Set([...references].map(([, other = ""]) => other))].flatMap((other) =>
      contained(other, [...seen, name]),
    );
  };

  expect(
    ["SettingControl", "ProtocolMessage", "ParameterControls", "ChatCompletionRequest"].flatMap((name) =>
      contained(name),
    ),
  ).toEqual([]);
  expect(schemas.ConditionControl.properties.controls.items).toMatchObject({
    type: "object",
    additionalProperties: true,
  });
});

test("the published bundles keep the provenance of every schema", () => {
  for (const file of ["openapi.json", "openapi.3.2.json", "openapi.mock.json"]) {
    const bare = Object.entries<object>(built(file).components.schemas).filter(
      ([, schema]) => !("x-provenance" in schema),
    );
    expect(bare.map(([name]) => name)).toEqual([]);
  }
});

test.each(["openapi.json", "openapi.3.2.json"])("%s has samples of every operation", (file) => {
  const operations = Object.values<Record<string, Node>>(built(file).paths).flatMap((item) =>
    Object.values(item).filter((value) => value.operationId !== undefined),
  );

  expect(operations.length).toBeGreaterThan(0);
  for (const operation of operations) {
    const labels = operation["x-codeSamples"].map(({ label }: Node) => label);
    expect(labels, operation.operationId).toEqual(expect.arrayContaining(["curl", "SDK", "Python"]));
  }
});
