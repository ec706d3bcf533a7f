// Which Markdown files of the repository are pages of the site, and under which address.
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A rule maps files to addresses: the first that fits counts. */
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

/** Returns the address of the page that a file becomes, without extension; `undefined` if it becomes none. */
function addressOf(file: string): string | undefined {
  const [pattern, address] = rules.find(([candidate]) => candidate.test(file)) ?? [];
  if (pattern === undefined || address === undefined) return undefined;
  const found = file.replace(pattern, address);
  return found.startsWith("contributing/") ? found.toLowerCase() : found;
}

const files = globSync("**/*.md", { cwd: root, exclude: (name) => /^(node_modules|dist|reports.*)$/.test(name) })
  .map((file) => file.replaceAll("\\", "/"))
  .sort();

/** The address of each file that is a page. */
export const pages: ReadonlyMap<string, string> = new Map(
  files.flatMap((file) => {
    const address = addressOf(file);
    return address === undefined ? [] : [[file, address] as const];
  }),
);

/** The Markdown files that are no pages. */
export const otherFiles = files.filter((file) => !pages.has(file));
