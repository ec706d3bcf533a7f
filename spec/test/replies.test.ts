import { expect, test } from "vitest";
import { built, type Node, resolve } from "./source-files.ts";

const document = built("openapi.3.2.json");
const paths = Object.values<Node>(document.paths);
const operations = paths.flatMap((item) =>
  [item.get, item.post].filter(Boolean).map((operation) => ({ ...operation, pathProvenance: item["x-provenance"] })),
);
const findReply = (operation: Node, status: string): Node => resolve(document, operation.responses[status]);

test("operations at paths that the specification does not show document 404", () => {
  const silent = operations.filter(
    ({ pathProvenance, responses }) => pathProvenance !== "stated" && responses["404"] === undefined,
  );

  expect(operations.length).toBeGreaterThan(0);
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
});

test.each(["200", "429"])("every reply with status %s documents the rate limit's headers", (status) => {
  for (const operation of operations) {
    const names = Object.keys(findReply(operation, status).headers).filter((name) => name.includes("ratelimit"));
    expect(names, operation.operationId).toHaveLength(3);
  }
});

test("Retry-After is optional with status 503 and required with 429", () => {
  for (const operation of operations) {
    const waits = ["429", "503"].map((status) =>
      resolve(document, findReply(operation, status).headers["Retry-After"]),
    );
    expect(
      waits.map((wait) => [wait?.schema.type, wait?.required ?? false]),
      operation.operationId,
    ).toEqual([
      ["integer", true],
      ["integer", false],
    ]);
  }
});
