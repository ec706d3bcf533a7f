// Generates src/generated/ from the OpenAPI document of the admin API: its types, and the document itself as a module.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { parse } from "yaml";

const document = parse(readFileSync(new URL("../src/admin/openapi.yaml", import.meta.url), "utf8"), { merge: true });
const generated = new URL("../src/generated/", import.meta.url);

mkdirSync(generated, { recursive: true });
write(
  "admin-api.ts",
  astToString(await openapiTS(document, { rootTypes: true, emptyObjectsUnknown: true, defaultNonNullable: false })),
);
write(
  "admin-document.ts",
  `import type { AdminDocument } from "../admin/admin-document.js";\n\n/** The OpenAPI document of the admin API. */\nexport const adminDocument = JSON.parse(${JSON.stringify(JSON.stringify(document))}) as AdminDocument;\n`,
);

function write(file, text) {
  writeFileSync(new URL(file, generated), text);
}
