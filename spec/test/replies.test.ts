import { expect, test } from "vitest";
import { built, type Node, resolve } from "./source-files.ts";

const document = built("openapi.3.2.json");
const paths = Object.values<Node>(document.paths);
const operations = paths.flatMap((item) =>
  [item.get, item.post].filter(Boolean).map((operation) => ({ ...operation, pathProvenance: item["x-provenance"] })),
);
const replyOf = (operation: Node, status: string): Node => resolve(document, operation.responses[status]);

test("a path that the specification does not show may be missing, so its operation documents 404", () => {
  const silent = operations.filter(
    ({ pathProvenance, responses }) => pathProvenance !== "stated" && responses["404"] === undefined,
  );

  expect(operations.length).toBeGreaterThan(0);
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
});

test.each(["200", "429"])("every reply with status %s may say how much of the rate window is left", (status) => {
  for (const operation of operations) {
    const names = Object.keys(replyOf(operation, status).headers).filter((name) => name.includes("ratelimit"));
    expect(names, operation.operationId).toHaveLength(3);
  }
});

test("a reply with status 503 may say how long to wait, one with 429 has to", () => {
  for (const operation of operations) {
    const waits = ["429", "503"].map((status) => resolve(document, replyOf(operation, status).headers["Retry-After"]));
    expect(
      waits.map((wait) => [wait?.schema.type, wait?.required ?? false]),
      operation.operationId,
    ).toEqual([
      ["integer", true],
      ["integer", false],
    ]);
  }
});
