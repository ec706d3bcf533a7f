// Copies into dist/ the pages that the mock serves: the console, with the licences of what is in its script, and the
// reference.
import { cpSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writePackages } from "./bundled-packages.mjs";

const { resolve } = createRequire(import.meta.url);

copySite(resolve("@model-access/reference/site/index.html"), "reference");
const page = resolve("@model-access/console/site/console.html");
const metafile = JSON.parse(readFileSync(resolve("@model-access/console/metafile.json"), "utf8"));
copySite(page, "console");
writePackages(metafile, {
  project: join(page, "../../../"),
  beside: fileURLToPath(new URL("../dist/console/console", import.meta.url)),
});

function copySite(page, name) {
  const target = new URL(`../dist/${name}/`, import.meta.url);
  rmSync(target, { recursive: true, force: true });
  cpSync(dirname(page), target, { recursive: true });
}
