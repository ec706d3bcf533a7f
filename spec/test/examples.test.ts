import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { built, resolve, walkNodes } from "./source-files.ts";

const bundles = ["openapi.3.2", "openapi"];

function validatorFor(document: object) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  addFormats(ajv);
  for (const name of ["binary", "int32", "int64"]) ajv.addFormat(name, true);
  ajv.addSchema(document, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  return (path: string[]): ValidateFunction => {
    const $ref = `openapi#/${path.map(escapeSegment).join("/")}`;
    const validate = compiled.get($ref) ?? ajv.compile({ $ref });
    compiled.set($ref, validate);
    return validate;
  };
}

const escapeSegment = (segment: string) => encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));

describe.each(bundles)("%s", (file) => {
  const document = built(`${file}.json`);
  const validator = validatorFor(document);

  test.each(["1.1", "1.2"] as const)("is the same to a parser of YAML %s", (version) => {
    expect(built(`${file}.yaml`, { version })).toEqual(document);
  });

  test("compiles every schema in JSON Schema 2020-12", () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => validator(["components", "schemas", name]), name).not.toThrow();
    }
    for (const { node, path } of walkNodes(document)) {
      if (node.schema !== undefined && path.at(-1) !== "properties")
        expect(() => validator([...path, "schema"]), path.join("/")).not.toThrow();
    }
  });

  test("has an example that validates for every body", () => {
    let count = 0;
    for (const { node, path } of walkNodes(document)) {
      if (node.schema === undefined || node.examples === undefined || Array.isArray(node.examples)) continue;
      const validate = validator([...path, "schema"]);
      for (const [name, reference] of Object.entries(node.examples)) {
        count += 1;
        expect(validate(resolve(document, reference).value), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  test("has examples in its schemas that validate", () => {
    for (const [name, schema] of Object.entries<{ examples?: unknown[] }>(document.components.schemas)) {
      const validate = validator(["components", "schemas", name]);
      for (const example of schema.examples ?? [])
        expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  test("has an example that validates for every parameter and header", () => {
    for (const { node, path } of walkNodes(document)) {
      if (node.schema === undefined || node.example === undefined) continue;
      expect(validator([...path, "schema"])(node.example), path.join("/")).toBe(true);
    }
  });
});

test("every error condition of the specification has a named example", () => {
  const { examples } = built("openapi.json").components;
  const codes = Object.values<{ value?: { error?: { code?: string } } }>(examples).map(
    (example) => example.value?.error?.code,
  );
  const stated = [
    "invalid_api_key",
    "model_not_found",
    "invalid_parameter",
    "missing_parameter",
    "rate_limit_exceeded",
    "insufficient_points",
    "internal_error",
  ];

  expect(stated.filter((code) => !codes.includes(code))).toEqual([]);
});
