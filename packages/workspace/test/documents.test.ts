import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/changesets.mjs";
import { documents, read } from "./repository-files.ts";

test("every file that a document links to is there", () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|#|mailto:)([^)"#\s]+)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );

  expect(missing).toEqual([]);
});

test("every heading that a document links to is there", () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)]+)\)/g)]
      .map(([, target = "", heading = ""]) => ({
        file: join(dirname(document), target || basename(document)),
        heading,
      }))
      .filter(({ file, heading }) => file.endsWith(".md") && !headingsOf(file).includes(heading))
      .map(({ file, heading }) => `${document}: ${file}#${heading}`),
  );

  expect(missing).toEqual([]);
});

test("every decision is one page with its ruling in bold", () => {
  const pages = documents.filter((file) => file.startsWith("decisions/"));

  expect(pages.filter((page) => !/^# .+\n\n\*\*Ruling: /.test(read(page)))).toEqual([]);
});

/** The headings of a document, as the address of a page names them. */
function headingsOf(file: string): string[] {
  const text = read(file).replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
