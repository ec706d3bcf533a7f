// Generates src/generated/ from the bundles of @model-access/spec: types, validators, operation table, grammars, rows.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parse } from "yaml";
import { exchangeSchema } from "../src/exchange-schema.ts";
import { operationTable } from "./operation-table.mjs";
import { generateTypes } from "./types.mjs";
import { generateValidators } from "./validators.mjs";

const resolve = createRequire(import.meta.url).resolve;
const bundle = (file) => resolve(`@model-access/spec/${file}`);
const generated = new URL("../src/generated/", import.meta.url);
const dist = new URL("../dist/", import.meta.url);
const bundles = new URL("bundles/", dist);

const validatorTypes = `/** An Ajv validator, compiled ahead of time. */
export interface CompiledValidator {
  (data: unknown): boolean;
  errors?: { instancePath: string; schemaPath: string; keyword: string; params: Record<string, unknown>; propertyName?: string }[] | null;
}
declare const validators: Record<string, CompiledValidator>;
export default validators;
`;

for (const folder of [generated, dist]) rmSync(folder, { recursive: true, force: true });
for (const folder of [generated, new URL("generated/", dist), bundles]) mkdirSync(folder, { recursive: true });
for (const file of ["openapi.yaml", "openapi.json", "openapi.3.2.yaml", "openapi.mock.yaml", "openapi.mock.json"]) {
  copyFileSync(bundle(file), new URL(file, bundles));
}

writeFileSync(new URL("exchange.schema.json", bundles), `${JSON.stringify(exchangeSchema, null, 2)}\n`);

const document = parse(readFileSync(bundle("openapi.3.2.yaml"), "utf8"));
const published = JSON.parse(readFileSync(bundle("openapi.json"), "utf8"));
const { operations, schemas } = operationTable(document);

write("openapi.ts", await generateTypes(published));
schemas.set("exchangeRecord", exchangeSchema);
write("validators.js", await generateValidators(document, schemas));
write("validators.d.ts", validatorTypes);
writeData("operations", "OperationTable", operations, "../operation.js");
const grammars = readJson("grammars.json");
const dialects = Object.keys(grammars).map((dialect) => JSON.stringify(dialect));
writeData("grammars", `Record<${dialects.join(" | ")}, Grammar> & Record<string, Grammar>`, grammars, "../grammar.js");
writeData("requirements", "Requirement[]", readJson("requirements.json"), "../requirement.js");
write(
  "version.ts",
  `/** The version of the contract. */\nexport const contractVersion = ${JSON.stringify(document.info.version)};\n`,
);

// The compiler copies neither plain JavaScript nor TypeScript sources; the SDK's build takes the types as source.
copyFileSync(new URL("validators.js", generated), new URL("generated/validators.js", dist));
copyFileSync(new URL("validators.d.ts", generated), new URL("generated/validators.d.ts", dist));
copyFileSync(new URL("openapi.ts", generated), new URL("openapi-types.ts", dist));

function readJson(file) {
  return JSON.parse(readFileSync(bundle(file), "utf8"));
}

function write(file, text) {
  writeFileSync(new URL(file, generated), text);
}

/** Data as a module: JSON text, so that compilers don't infer a giant literal type. */
function writeData(name, type, value, from) {
  const names = new Set(type.match(/[A-Z]\w+/g));
  const imported = [...names].filter((word) => word !== "Record").join(", ");
  write(
    `${name}.ts`,
    `import type { ${imported} } from "${from}";\n\nexport const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))}) as ${type};\n`,
  );
}
