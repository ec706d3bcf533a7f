import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { build } from "esbuild";
import { shortenValidator } from "./shorten-validator.mjs";

/**
 * Generates self-contained JavaScript modules of compiled validators: one for each group, which exports its validators by
 * name, and chunks shared by several groups. Ajv's standalone code would be a single module. Here each of Ajv's functions
 * and values is a module, and esbuild bundles them.
 * @param {object} document the bundled OpenAPI document that the schemas point into
 * @param {Map<string, Map<string, object>>} groups the schemas by group and by name
 * @returns {Promise<Map<string, string>>} source by file name
 */
export async function generateValidators(document, groups) {
  const ajv = createAjv();
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(absolute(schema), componentId(name));
    // Ajv reports paths from the root of each referenced schema; with this name they point into the contract.
    ajv.schemas[componentId(name)].schemaPath = name;
  }
  for (const schemas of groups.values()) {
    for (const [name, schema] of schemas) ajv.schemas[name] ?? ajv.addSchema(absolute(schema), name);
  }
  const modules = new Map();
  for (const [group, schemas] of groups) {
    const validators = [...schemas.keys()].map((name) => [name, ajv.getSchema(name)]);
    for (const [, validate] of validators) addFunction(modules, validate);
    const members = validators.map(([name, { source }]) => `${name}: ${source.validateName}`);
    const names = validators.map(([, { source }]) => source.validateName);
    modules.set(group, `${imports(names)}export default { ${members.join(", ")} };`);
  }
  return joinModules(modules, [...groups.keys()]);
}

function createAjv() {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, optimize: 1 },
  });
  // The contract uses neither unevaluatedProperties nor $dynamicRef, so validators need not track evaluated members.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  addFormats(ajv);
  for (const name of ["binary", "int32", "int64", "float", "double", "password"]) ajv.addFormat(name, true);
  return ajv;
}

const componentId = (name) => `https://contract.example/${name}`;

const absolute = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$ref" && typeof value === "string" ? componentId(value.split("/").at(-1)) : value,
  );

/** Adds the module of a function, and those of its dependencies. */
function addFunction(modules, { source: { validateName, validateCode, scopeValues } }) {
  if (modules.has(validateName.str)) return;
  const { schema = [], ...others } = scopeValues;
  const needed = Object.values(others).flatMap((names) => [...names]);
  const schemas = new Map([...schema].map(({ str, value }) => [str, value.ref]));
  const code = shortenValidator(validateCode, schemas);
  modules.set(validateName.str, `${collectErrors}${imports(needed)}export ${code}`);
  for (const { str, prefix, value } of needed) {
    if (prefix === "validate") addFunction(modules, value.ref);
    else if (prefix === "wrapper") addWrapper(modules, str, value.ref);
    else modules.set(str, `export const ${str} = ${value.code};`);
  }
}

/** Ajv calls a recursive function through a wrapper. */
function addWrapper(modules, name, { validate, validateName }) {
  modules.set(name, `${imports([validateName])}export const ${name} = { validate: ${validateName} };`);
  addFunction(modules, validate);
}

const collectErrors = 'import { append, fail } from "../src/collect-errors.ts";\n';
const imports = (names) => names.map(({ str }) => `import { ${str} } from "${str}";\n`).join("");

async function joinModules(modules, entryPoints) {
  const { outputFiles } = await build({
    entryPoints,
    plugins: [
      {
        name: "modules",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\w+$/ }, ({ path }) => ({ path, namespace: "modules", sideEffects: false }));
          onLoad({ filter: /./, namespace: "modules" }, ({ path }) => ({
            contents: modules.get(path),
            resolveDir: import.meta.dirname,
          }));
        },
      },
    ],
    bundle: true,
    splitting: true,
    chunkNames: "shared-[hash]",
    outdir: "/",
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    minify: true,
    legalComments: "none",
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), text]));
}
