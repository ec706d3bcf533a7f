// The Markdown files of the repository that are pages of the site, and their addresses.
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Rules that map files to addresses; the first match applies. */
const rules: [RegExp, string][] = [
  [/^docs\/(.*\/)?README\.md$/, "$1index"],
  [/^docs\/(.+)\.md$/, "$1"],
  [/^README\.md$/, "overview"],
  [/^(?:packages|apps)\/([^/]+)\/README\.md$/, "packages/$1"],
  [/^packages\/bench\/RESULTS\.md$/, "figures"],
  [/^examples\/README\.md$/, "examples/index"],
  [/^examples\/([^/]+)\/README\.md$/, "examples/$1"],
  [/^spec\/README\.md$/, "contributing/contract-files"],
  [/^(ARCHITECTURE|CONTRIBUTING|RELEASING|SECURITY)\.md$/, "contributing/$1"],
  [/^decisions\/README\.md$/, "decisions/index"],
  [/^decisions\/(.+)\.md$/, "decisions/$1"],
];

/** Returns a file's address, without extension; `undefined` if it is not a page. */
function addressOf(file: string): string | undefined {
  const [pattern, address] = rules.find(([candidate]) => candidate.test(file)) ?? [];
  if (pattern === undefined || address === undefined) return undefined;
  const found = file.replace(pattern, address);
  return found.startsWith("contributing/") ? found.toLowerCase() : found;
}

const files = globSync("**/*.md", { cwd: root, exclude: (name) => /^(node_modules|dist|reports.*)$/.test(name) })
  .map((file) => file.replaceAll("\\", "/"))
  .sort();

/** The addresses of the pages, by file. */
export const pages: ReadonlyMap<string, string> = new Map(
  files.flatMap((file) => {
    const address = addressOf(file);
    return address === undefined ? [] : [[file, address] as const];
  }),
);

/** The Markdown files that are not pages. */
export const otherFiles = files.filter((file) => !pages.has(file));
