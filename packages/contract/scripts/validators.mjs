import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { splitValidators } from "./split-validators.mjs";

/**
 * JavaScript modules with the compiled validators, nothing left to import: one for each group, which exports its validators
 * by name, and the modules that several groups share.
 * @param {object} document the bundled OpenAPI document that the schemas point into
 * @param {Map<string, Map<string, object>>} groups the schemas by group and by name
 * @returns {Promise<Map<string, string>>} source by file name
 */
export async function generateValidators(document, groups) {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, optimize: 1 },
  });
  // The contract has no unevaluatedProperties; without it the validators need not count what they have seen.
  ajv.opts.unevaluated = false;
  addFormats(ajv);
  for (const name of ["binary", "int32", "int64", "float", "double", "password"]) ajv.addFormat(name, true);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    add(ajv, { schema, id: componentId(name), path: `#/components/schemas/${name}` });
  }
  const names = new Map([...groups].map(([group, own]) => [group, [...own.keys()]]));
  const schemas = new Map([...groups.values()].flatMap((group) => [...group]));
  for (const [name, schema] of schemas) add(ajv, { schema, id: name, path: `#/operations/${name}` });
  const all = [...schemas.keys()];
  return splitValidators(standaloneCode(ajv, Object.fromEntries(all.map((name) => [name, name]))), names);
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
