import { expect, test } from "vitest";
import { OptionError } from "../src/index.js";
import { createPriceTable } from "../src/points/index.js";

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a list that is not in an object", [{ id: "writer-1" }]],
  ["a list that is null", { data: null }],
  ["an entry that is null", { data: [{ id: "writer-1" }, null] }],
  ["an entry that is a name", { data: ["writer-1"] }],
])("a models list with %s is refused with a sentence", (_what, list) => {
  const make = () => createPriceTable(list as never);

  expect(make).toThrow(OptionError);
  expect(make).toThrow("models is no models list; pass that of models.list().");
});
