// Which Markdown files of the repository are pages of the site, under which address, and in which order.
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A rule maps files to addresses: the first that fits counts. */
const rules = [
  [/^docs\/README\.md$/, () => "index"],
  [/^docs\/(.+)\/README\.md$/, (folder) => `${folder}/index`],
  [/^docs\/(.+)\.md$/, (page) => page],
  [/^README\.md$/, () => "overview"],
  [/^(?:packages|apps)\/([^/]+)\/README\.md$/, (name) => `packages/${name}`],
  [/^packages\/bench\/RESULTS\.md$/, () => "figures"],
  [/^examples\/README\.md$/, () => "examples/index"],
  [/^examples\/([^/]+)\/README\.md$/, (name) => `examples/${name}`],
  [/^spec\/README\.md$/, () => "contributing/contract-files"],
  [/^(ARCHITECTURE|CONTRIBUTING|RELEASING|SECURITY)\.md$/, (name) => `contributing/${name.toLowerCase()}`],
  [/^decisions\/(.+)\.md$/, (page) => `decisions/${page}`],
];

/** Returns the address of the page that a file becomes, without extension; `undefined` if it becomes none. */
export function addressOf(file) {
  for (const [pattern, address] of rules) {
    const match = pattern.exec(file);
    if (match !== null) return address(...match.slice(1));
  }
  return undefined;
}

/** Lists the files that are pages, as paths of the repository with forward slashes. */
export function pageFiles() {
  const patterns = ["*.md", "docs/**/*.md", "decisions/*.md", "{packages,apps}/*/*.md", "spec/README.md"];
  return globSync([...patterns, "examples/README.md", "examples/*/README.md"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => addressOf(file) !== undefined)
    .sort();
}
