import { expect, test } from "vitest";
import { unknownErrors } from "../scripts/known-errors.mjs";
import { built, type Node } from "./source-files.ts";

const contract = built("openapi.3.2.json");

/** Returns the unknown values in a changed example. */
function findUnknown(name: string, change: (example: Node) => void): string[] {
  const document = structuredClone(contract);
  change(document.components.examples[name]);
  return unknownErrors(document);
}

test("schemas list every error in the examples", () => {
  expect(unknownErrors(contract)).toEqual([]);
});

test("names a wrong code in an example, with the schemas that list codes", () => {
  const [sentence] = findUnknown("invalidApiKey", ({ value }) => {
    value.error.code = "invalid_api_kee";
  });

  expect(sentence).toContain('invalidApiKey has an error whose code is "invalid_api_kee"');
  expect(sentence).toContain("ErrorObject");
});

test("finds a wrong type in a transcript", () => {
  const unknown = findUnknown("messageErrorStream", (example) => {
    example.serializedValue = example.serializedValue.replace("overloaded_error", "overloadd_error");
  });

  expect(unknown.join()).toContain("overloadd_error");
});
