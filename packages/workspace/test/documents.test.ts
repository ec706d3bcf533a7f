import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

test("every decision is one page with its ruling in bold", () => {
  const pages = documents.filter((file) => file.startsWith("decisions/"));

  expect(pages.filter((page) => !/^# .+\n\n\*\*Ruling: /.test(readFileSync(join(root, page), "utf8")))).toEqual([]);
});
