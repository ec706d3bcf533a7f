// Writes dist/: the OpenAPI document of the admin API as JSON, and the types made from it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { parse } from "yaml";

const document = parse(readFileSync(new URL("openapi.yaml", import.meta.url), "utf8"), { merge: true });
const types = await openapiTS(document, { rootTypes: true, emptyObjectsUnknown: true, defaultNonNullable: false });

mkdirSync(new URL("dist/", import.meta.url), { recursive: true });
writeFileSync(new URL("dist/openapi.json", import.meta.url), JSON.stringify(document));
writeFileSync(new URL("dist/admin-api.ts", import.meta.url), astToString(types));
