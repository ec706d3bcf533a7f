import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { build } from "esbuild";
import { mostErrors } from "../src/most-errors.ts";

/**
 * JavaScript source of one module that exports a compiled validator per name, with nothing left to import.
 * @param {object} document the bundled OpenAPI document that the schemas point into
 * @param {Map<string, object>} schemas by export name
 */
export async function generateValidators(document, schemas) {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, optimize: 1 },
  });
  addFormats(ajv);
  for (const name of ["binary", "int32", "int64", "float", "double", "password"]) ajv.addFormat(name, true);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    add(ajv, { schema, id: componentId(name), path: `#/components/schemas/${name}` });
  }
  for (const [name, schema] of schemas) add(ajv, { schema, id: name, path: `#/operations/${name}` });
  const code = standaloneCode(ajv, Object.fromEntries([...schemas.keys()].map((name) => [name, name])));
  const { outputFiles } = await build({
    stdin: {
      contents: `${appending(code)}\nexport default {${[...schemas.keys()].join(",")}};`,
      resolveDir: import.meta.dirname,
      loader: "js",
    },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    minify: true,
    legalComments: "none",
    write: false,
  });
  return outputFiles[0].text;
}

/**
 * Ajv copies the errors so far at every return from a schema, and keeps each of them: a body with a mistake in each of
 * thousands of elements takes minutes and gigabytes. Here they are appended, and of those beyond the ones that are
 * read only the number counts.
 */
function appending(code) {
  const functions = `
    function keep(errors, error) { errors.push(errors.length < ${mostErrors} ? error : errors[0]); }
    function append(errors, more) { for (const error of more) keep(errors, error); return errors; }`;
  return (
    code
      .replaceAll(/vErrors\.concat\((\w+)\.errors\)/g, "append(vErrors, $1.errors)")
      .replaceAll(/vErrors\.push\((\w+)\)/g, "keep(vErrors, $1)") + functions
  );
}

const componentId = (name) => `https://contract.example/${name}`;

/** Ajv reports paths from the root of each referenced schema; told its place, it reports where in the contract it is. */
function add(ajv, { schema, id, path }) {
  ajv.addSchema(absolute(schema), id);
  ajv.schemas[id].schemaPath = path;
}

function absolute(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$ref" && typeof value === "string" ? componentId(value.split("/").at(-1)) : value,
  );
}
