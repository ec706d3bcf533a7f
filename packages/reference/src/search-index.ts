import type { SearchEntry } from "./page/find-entries.ts";
import type { Page } from "./page-frame.ts";

/** Makes the script that gives the search its entries. A script, since a page from a file may load nothing else. */
export function searchIndex(pages: readonly Page[]): string {
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

const plain = (markdown: string) => markdown.replaceAll(/[`*]|\[|\]\([^)]*\)/g, "");
