import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/changesets.mjs";

const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));

test("every file that a document links to is there", () => {
  const missing = documents.flatMap((document) =>
    [...readFileSync(join(root, document), "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );

  expect(missing).toEqual([]);
});

test("every heading that a document links to is there", () => {
  const missing = documents.flatMap((document) =>
    [...readFileSync(join(root, document), "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)#([^)]+)\)/g)]
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

  expect(pages.filter((page) => !/^# .+\n\n\*\*Ruling: /.test(readFileSync(join(root, page), "utf8")))).toEqual([]);
});

/** The headings of a document, as the address of a page names them. */
function headingsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
