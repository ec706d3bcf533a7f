import { operations } from "@model-access/contract";
import { expect, test } from "vitest";
import { deriveAreas } from "../src/areas/derived.js";
import { areas } from "../src/areas.js";

test("derives an area of each operation that no other area calls, and none of the others", () => {
  const names = deriveAreas([]).map(({ name }) => name);

  expect(deriveAreas(areas)).toEqual([]);
  expect(names).toHaveLength(Object.keys(operations).length);
  expect(names).toEqual(expect.arrayContaining(["create-message", "get-balance"]));
});

test("checks keys, refused requests, the rate limit and a plain answer of an operation that is new", () => {
  const [balance, message] = ["get-balance", "create-message"].map((name) =>
    deriveAreas([]).find((area) => area.name === name),
  );

  expect(balance?.rules.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "get-balance/refused/no-key",
      "get-balance/refused/wrong-key/code",
      "get-balance/over-limit",
      "get-balance/answer/schema",
    ]),
  );
  expect(message?.rules.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      "create-message/refused/wrong-key/type",
      "create-message/refused/missing-max-tokens",
      "create-message/refused/wrong-type-top-k/error",
      "create-message/over-limit",
    ]),
  );
});
