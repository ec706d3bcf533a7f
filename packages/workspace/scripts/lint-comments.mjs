// `pnpm --filter @model-access/workspace lint-comments [folder…]`: names each doc comment that opens with a question word.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./changesets.mjs";

/** The folders whose doc comments are read. A package joins once its comments pass. */
const checked = [
  "packages/sdk/src",
  "packages/contract/src",
  "packages/ai-sdk-provider/src",
  "packages/contract-tests/src",
  "packages/reference/src",
  "packages/compatibility/src",
  "packages/bench/src",
  "packages/contract/scripts",
  "packages/sdk/scripts",
  "packages/site/scripts",
  "packages/workspace/scripts",
  "spec/scripts",
  "spec/plugins",
  "spec/rules",
  "apps/mock/src",
  "scripts",
];

const opening = /\/\*\*[\s*]*(What|How|Whether|Where|Why|When)\b/g;

/** Returns `file:line: sentence` for each doc comment of a file that opens with a question word. */
const lintFile = (file) => {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(opening)].map((match) => {
    const line = text.slice(0, match.index).split("\n").length;
    return `${relative(root, file)}:${line}: A doc comment opens with "${match[1]}"; open with a verb or a noun phrase.`;
  });
};

/** Lists the source files of a folder, without what is generated. */
const sources = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|js|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](generated|dist|node_modules)[\\/]/.test(file));

const folders = process.argv.length > 2 ? process.argv.slice(2) : checked.map((folder) => join(root, folder));
const findings = folders.flatMap(sources).flatMap(lintFile);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
