// Writes dist/: the OpenAPI document of the admin API as JSON, the types and the table of routes made from it, and what calls it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { parse } from "yaml";

const project = new URL("../", import.meta.url);
const read = (file) => readFileSync(new URL(`src/${file}`, project), "utf8");
const write = (file, text) => writeFileSync(new URL(`dist/${file}`, project), text);

const document = parse(read("openapi.yaml"), { merge: true });
const types = await openapiTS(document, { rootTypes: true, emptyObjectsUnknown: true, defaultNonNullable: false });
const routes = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { operationId }]) => operationId !== undefined)
    .map(([method, { operationId }]) => [operationId, [method.toUpperCase(), path]]),
);

mkdirSync(new URL("dist/", project), { recursive: true });
write("openapi.json", JSON.stringify(document));
write("admin-api.ts", astToString(types));
write(
  "admin-routes.ts",
  `/** Method and path of each operation. */\nexport const adminRoutes = ${JSON.stringify(Object.fromEntries(routes))} as const;\n`,
);
write("admin-call.ts", read("admin-call.ts").replaceAll('"../dist/', '"./'));
