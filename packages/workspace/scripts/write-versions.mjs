// Part of `pnpm --filter @model-access/workspace version-packages`, after `changeset version`: writes the version of a
// package into the other files that contain it.
import { readFileSync, writeFileSync } from "node:fs";
import { readManifest, root } from "./changesets.mjs";

writeVersion("spec/src/openapi.yaml", /(?<=^ {2}version: )\S+$/m, "packages/contract");
writeVersion("packages/sdk/src/version.ts", /(?<=^export const version = ")[^"]+/m, "packages/sdk");

function writeVersion(file, pattern, folder) {
  const text = readFileSync(`${root}${file}`, "utf8");
  if (!pattern.test(text)) throw new Error(`${file} has no version where one is expected.`);
  writeFileSync(`${root}${file}`, text.replace(pattern, readManifest(folder).version));
}
