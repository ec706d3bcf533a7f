// `pnpm --filter @model-access/workspace version-packages`: takes the changesets into versions and changelogs, and writes
// the version of a package wherever else it stands.
import { readFileSync, writeFileSync } from "node:fs";
import { changeset, root } from "./changesets.mjs";

changeset("version");
replace("spec/src/openapi.yaml", /^( {2}version: )\S+$/m, "packages/contract");
replace("packages/sdk/src/version.ts", /^(export const version = ")[^"]+/m, "packages/sdk");

/** Writes the version of a project behind the part of a file that the pattern has in brackets. */
function replace(file, pattern, project) {
  const { version } = JSON.parse(readFileSync(`${root}${project}/package.json`, "utf8"));
  const text = readFileSync(`${root}${file}`, "utf8");
  if (!pattern.test(text)) throw new Error(`${file} has no version where one is expected.`);
  writeFileSync(
    `${root}${file}`,
    text.replace(pattern, (_, before) => `${before}${version}`),
  );
}
