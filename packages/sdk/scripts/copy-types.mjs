// Copies the contract's generated types into src/generated/, so that the published declarations stand alone.
import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const generated = new URL("../src/generated/", import.meta.url);
const types = fileURLToPath(import.meta.resolve("@model-access/contract/openapi-types.ts"));

mkdirSync(generated, { recursive: true });
copyFileSync(types, new URL("openapi.ts", generated));
