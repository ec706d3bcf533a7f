// Writes the reference into dist/site: a page for each operation, schema and event stream, one style and one script.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { controlsPage } from "./controls/controls-page.ts";
import { operationPage } from "./operations/operation-page.ts";
import { overviewPage } from "./overview-page.ts";
import type { SearchEntry } from "./page/find-entries.ts";
import { type Page, renderPage } from "./page-frame.ts";
import { requirementsPage } from "./requirements-page.ts";
import { schemaIndexPage, schemaPage } from "./schemas/schema-page.ts";
import { readSite } from "./site.ts";
import { dialects } from "./streams/dialects.ts";
import { streamIndexPage } from "./streams/stream-index-page.ts";
import { streamPage } from "./streams/stream-page.ts";

const target = fileURLToPath(new URL("../dist/site/", import.meta.url));
const site = readSite();
const pages = [
  overviewPage(site),
  ...site.places.map((place) => operationPage(site, place)),
  streamIndexPage(site),
  ...dialects.map((grammar) => streamPage(site, grammar)),
  controlsPage(site),
  schemaIndexPage(site),
  ...Object.keys(site.document.components.schemas).map((name) => schemaPage(site, name)),
  requirementsPage(site),
];

rmSync(target, { recursive: true, force: true });
for (const page of pages) write(page.path, renderPage(site, page));
write("assets/search-entries.js", searchIndex(pages));
copyFileSync(new URL("page/reference.css", import.meta.url), `${target}assets/reference.css`);
await build({
  entryPoints: [fileURLToPath(new URL("page/reference.ts", import.meta.url))],
  outfile: `${target}assets/reference.js`,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2023",
  logLevel: "error",
});

function write(path: string, text: string): void {
  mkdirSync(dirname(`${target}${path}`), { recursive: true });
  writeFileSync(`${target}${path}`, text);
}

/** Writes the search index as a script: a page opened from a file can load nothing else. */
function searchIndex(pages: readonly Page[]): string {
  const entries = pages.map(
    ({ title, kind, path, description, exact = [], words }): SearchEntry => [
      title,
      kind,
      path,
      plain(description.split(/(?<=\.)\s|\n/)[0] ?? "").slice(0, 120),
      exact,
      words,
    ],
  );
  return `globalThis.referenceEntries = ${JSON.stringify(entries)};\n`;
}

function plain(markdown: string): string {
  return markdown.replaceAll(/[`*]|\[|\]\([^)]*\)/g, "");
}
