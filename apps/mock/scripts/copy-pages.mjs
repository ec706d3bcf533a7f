// Copies into dist/ what the mock serves as it is: what the console has beside its scripts, and the reference.
import { copyFileSync, cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

for (const file of ["console.html", "console.css"]) {
  copyFileSync(
    new URL(`../src/console/page/${file}`, import.meta.url),
    new URL(`../dist/console/page/${file}`, import.meta.url),
  );
}

const site = dirname(createRequire(import.meta.url).resolve("@model-access/reference/site/index.html"));
const reference = new URL("../dist/reference/", import.meta.url);
rmSync(reference, { recursive: true, force: true });
cpSync(site, reference, { recursive: true });
