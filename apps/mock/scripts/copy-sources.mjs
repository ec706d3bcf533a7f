// Writes src/generated/, what the mock compiles and publishes of private packages: types, document and client of the
// admin API, and the snippets of the console.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);
const generated = new URL("../src/generated/", import.meta.url);
const document = readFileSync(resolve("@model-access/admin-api/openapi.json"), "utf8");

mkdirSync(generated, { recursive: true });
copyFileSync(resolve("@model-access/admin-api"), new URL("admin-api.ts", generated));
copyFileSync(resolve("@model-access/admin-api/call"), new URL("admin-call.ts", generated));
copyFileSync(resolve("@model-access/admin-api/routes"), new URL("admin-routes.ts", generated));
copyFileSync(resolve("@model-access/console/snippets"), new URL("snippets.ts", generated));
writeFileSync(
  new URL("admin-document.ts", generated),
  `import type { AdminDocument } from "../admin/admin-document.js";\n\n/** The OpenAPI document of the admin API. */\nexport const adminDocument = JSON.parse(${JSON.stringify(document)}) as AdminDocument;\n`,
);
