import { expect, test } from "vitest";
import { operationAt, operations, sentKeys } from "../src/index.js";

test.for(Object.values(operations))("finds $operationId by its path, with a prefix too", (operation) => {
  const path = operation.path.replaceAll(/\{\w+\}/g, "name-1");

  const found = [path, `/gateway/team-1${path}?limit=2`].map((target) => operationAt(operation.method, target));

  expect(found.map((each) => each?.operationId)).toEqual([operation.operationId, operation.operationId]);
});

test("finds nothing for another method or an unknown path", () => {
  const found = [
    operationAt("PUT", "/v1/models"),
    operationAt("GET", "/v1/nothing"),
    operationAt("HEAD", "/v1/models"),
  ];

  expect(found).toEqual([undefined, undefined, undefined]);
});

test("reads the keys of a request from its headers and its query", () => {
  const keys = sentKeys({
    target: "/v1/models?api_key=one&limit=2",
    headers: [
      ["Authorization", `Basic ${Buffer.from("two:three").toString("base64")}`],
      ["X-API-Key", "four"],
      ["X-Other", "five"],
    ],
  });

  expect(keys).toEqual([Buffer.from("two:three").toString("base64"), "two", "three", "four", "one"]);
});
