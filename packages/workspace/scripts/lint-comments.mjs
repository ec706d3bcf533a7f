// `pnpm --filter @model-access/workspace lint-comments [folder…]`: names each doc comment that opens with a question word.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./changesets.mjs";

/** The folders whose doc comments are read, tests included. */
const checked = ["apps", "examples", "packages", "scripts", "spec"];

const left = /^(dist|generated|node_modules|reports.*|\..*)$/;
const opening = /\/\*\*[\s*]*(What|How|Whether|Where|Why|When)\b/g;

/** Returns `file:line: sentence` for each doc comment of a file that opens with a question word. */
const lintFile = (file) => {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(opening)].map((match) => {
    const line = text.slice(0, match.index).split("\n").length;
    return `${relative(root, file)}:${line}: A doc comment opens with "${match[1]}"; open with a verb or a noun phrase.`;
  });
};

/** Lists the source files of a folder, without dependencies and what is generated. */
const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return left.test(entry.name) ? [] : sources(path);
    return entry.isFile() && /\.(ts|tsx|js|mjs)$/.test(entry.name) ? [path] : [];
  });

const folders = process.argv.length > 2 ? process.argv.slice(2) : checked.map((folder) => join(root, folder));
const findings = folders.flatMap(sources).flatMap(lintFile);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
