// Generates src/generated/ from the bundles of @model-access/spec: types, validators, operation table, grammars, rows.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { exchangeSchema } from "../src/exchange-schema.ts";
import { operationTable } from "./operation-table.mjs";
import { standaloneSchemas } from "./standalone-schemas.mjs";
import { generateTypes } from "./types.mjs";
import { generateValidators } from "./validators.mjs";

const resolve = createRequire(import.meta.url).resolve;
const bundle = (file) => resolve(`@model-access/spec/${file}`);
const generated = new URL("../src/generated/", import.meta.url);
const dist = new URL("../dist/", import.meta.url);
const bundles = new URL("bundles/", dist);

const validatorTypes = `import type { CompiledValidator } from "../../ajv-error.js";

declare const validators: Record<string, CompiledValidator>;
export default validators;
`;

for (const folder of [generated, dist]) rmSync(folder, { recursive: true, force: true });
for (const folder of ["validators/", "operations/"]) mkdirSync(new URL(folder, generated), { recursive: true });
for (const folder of ["schemas/", "bundles/"]) mkdirSync(new URL(folder, dist), { recursive: true });
for (const name of ["openapi", "openapi.3.2"]) {
  for (const file of [`${name}.yaml`, `${name}.json`]) copyFileSync(bundle(file), new URL(file, bundles));
}

writeFileSync(new URL("exchange.schema.json", bundles), `${JSON.stringify(exchangeSchema)}\n`);

const document = readJson("openapi.3.2.json");
const published = readJson("openapi.json");
const { operations, examples, schemas } = operationTable(document);
const ids = Object.keys(operations);

write("openapi.ts", await generateTypes(published));
schemas.set("exchange", new Map([["exchangeRecord", exchangeSchema]]));
for (const [file, source] of await generateValidators(document, schemas)) write(`validators/${file}`, source);
for (const group of schemas.keys()) write(`validators/${group}.d.ts`, validatorTypes);
for (const [id, row] of Object.entries(operations)) write(`operations/${id}.ts`, operationModule(id, row));
write("operations.ts", operationsModule(ids));
writeData("examples", "OperationExamples", examples, "../operation.js", { isLazy: true });
const routes = Object.values(operations).map(({ operationId, method, path }) => ({ operationId, method, path }));
writeData("routes", "Route[]", routes, "../match-operation.js");
for (const [name, schema] of standaloneSchemas(published)) {
  writeFileSync(new URL(`schemas/${name}.json`, dist), `${JSON.stringify(schema)}\n`);
}
const grammars = readJson("grammars.json");
const dialects = Object.keys(grammars).map((dialect) => JSON.stringify(dialect));
writeData("grammars", `Record<${dialects.join(" | ")}, Grammar> & Record<string, Grammar>`, grammars, "../grammar.js");
writeData("requirements", "Requirement[]", readJson("requirements.json"), "../requirement.js");
write(
  "version.ts",
  `/** The version of the contract. */\nexport const contractVersion = ${JSON.stringify(document.info.version)};\n\n/** The ids of the operations. */\nexport type OperationId = ${ids.map((id) => JSON.stringify(id)).join(" | ")};\n`,
);

function readJson(file) {
  return JSON.parse(readFileSync(bundle(file), "utf8"));
}

function write(file, text) {
  writeFileSync(new URL(file, generated), text);
}

/** A module with the checks of one operation. */
function operationModule(id, row) {
  return `import { createOperationChecks } from "../../operation-checks.js";
import type { OperationRow } from "../../operation.js";
import validators from "../validators/${id}.js";

/** Checks requests and replies of ${id} (\`${row.method} ${row.path}\`). */
export const ${id} = createOperationChecks<"${id}">(
  JSON.parse(${JSON.stringify(JSON.stringify(row))}) as OperationRow,
  validators,
);
`;
}

/** A module with the checks and rows of all operations. */
function operationsModule(ids) {
  return `import type { OperationTable } from "../operation.js";
import { withExamples } from "../with-examples.js";
${ids.map((id) => `import { ${id} } from "./operations/${id}.js";`).join("\n")}

/** The checks of all operations by \`operationId\`. */
export const operationChecks = { ${ids.join(", ")} };

/** The operations of the contract by \`operationId\`. */
export const operations: OperationTable = withExamples(operationChecks);
`;
}

/** Writes data as a module, in JSON text, so that compilers don't infer a giant literal type. With `isLazy`, a function parses it. */
function writeData(name, type, value, from, { isLazy = false } = {}) {
  const names = new Set(type.match(/[A-Z]\w+/g));
  const imported = [...names].filter((word) => word !== "Record").join(", ");
  const parsed = `JSON.parse(${JSON.stringify(JSON.stringify(value))}) as ${type}`;
  const exported = isLazy ? `export const read = () => ${parsed};` : `export const ${name} = ${parsed};`;
  write(`${name}.ts`, `import type { ${imported} } from "${from}";\n\n${exported}\n`);
}
