import { OptionError } from "@model-access/sdk";
import { expect, test } from "vitest";
import { createModelAccess } from "../src/index.js";

test.each<[string, unknown]>([
  ["null", null],
  ["a name", "writer-1"],
  ["a list with an entry that is null", [{ id: "writer-1" }, null]],
  ["an object whose data is no list", { data: {} }],
])("models that are %s are refused with a sentence", (_what, models) => {
  const make = () => createModelAccess({ models: models as never });

  expect(make).toThrow(OptionError);
  expect(make).toThrow("models is no models list; pass that of models.list().");
});
