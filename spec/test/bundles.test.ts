import { expect, test } from "vitest";
import { built, type Node, resolve, walkNodes } from "./source-files.ts";

const streams = (document: object) =>
  [...walkNodes(document)].filter(({ path }) => path.at(-1) === "text/event-stream").map(({ node }) => node);

test("the 3.2 bundle types event streams by itemSchema", () => {
  const document = built("openapi.3.2.json");

  expect(document.openapi).toMatch(/^3\.2/);
  expect(streams(document).length).toBe(4);
  for (const stream of streams(document)) expect(stream.itemSchema).toBeDefined();
});

test("the 3.1 bundle has event streams as text, with whole transcripts and the union of their payloads", () => {
  const document = built("openapi.json");

  expect(document.openapi).toBe("3.1.1");
  expect(streams(document).length).toBe(4);
  for (const stream of streams(document)) {
    expect(stream.itemSchema).toBeUndefined();
    expect(stream.schema).toEqual({ type: "string" });
    const { anyOf } = resolve(document, stream["x-item-schema"]);
    expect(anyOf.length).toBeGreaterThan(1);
    for (const payload of anyOf) expect(payload.$ref).toMatch(/^#\/components\/schemas\//);
    const transcripts = Object.values<Node>(stream.examples).map((example) => resolve(document, example).value);
    expect(transcripts.length).toBeGreaterThan(0);
    for (const transcript of transcripts) expect(transcript).toMatch(/\n\n$/);
  }
});

test("the published bundles keep the provenance of every schema", () => {
  for (const file of ["openapi.json", "openapi.3.2.json"]) {
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
