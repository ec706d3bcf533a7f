import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { published, root } from "../scripts/changesets.mjs";
import { documents, read } from "./repository-files.ts";

test("every file that a document links to exists", () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|#|mailto:)([^)"#\s]+)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );

  expect(missing).toEqual([]);
});

test("the README of a published package links to nothing above its folder, and names existing pages", () => {
  const readmes = published.map((project) => `${project}/README.md`);

  expect(readmes.filter((readme) => /(\]\(|src(set)?=")\.\.\//.test(read(readme)))).toEqual([]);
  expect(
    readmes.flatMap((readme) =>
      [...read(readme).matchAll(/`(docs\/[\w/-]+\.md)`/g)]
        .map(([, page = ""]) => page)
        .filter((page) => !documents.includes(page))
        .map((page) => `${readme}: ${page}`),
    ),
  ).toEqual([]);
});

test.each([
  ["packages/sdk", "docs/sdk"],
  ["apps/mock", "docs/mock"],
  ["packages/contract-tests", "docs/contract-tests"],
])("the README of %s names every page of %s, and their index links to it", (project, folder) => {
  const pages = documents
    .filter((file) => file.startsWith(`${folder}/`) && !file.endsWith("/README.md"))
    .map((file) => basename(file));

  expect(pages.length).toBeGreaterThan(2);
  expect(pages.filter((page) => !read(`${project}/README.md`).includes(`\`${folder}/${page}\``))).toEqual([]);
  expect(pages.filter((page) => !read(`${folder}/README.md`).includes(`](${page})`))).toEqual([]);
});

test("the list of decisions has each decision once", () => {
  const decisions = documents.filter((file) => /^decisions\/\d/.test(file)).map((file) => basename(file));
  const listed = [...read("decisions/README.md").matchAll(/^\| \[(\d+)\]\((.+?)\)/gm)];

  expect(listed.map(([, , file = ""]) => file).sort()).toEqual(decisions.sort());
  expect(listed.filter(([, number = "", file = ""]) => Number(number) !== Number(file.slice(0, 4)))).toEqual([]);
});

test.each([
  ["packages/sdk/README.md", /^\| .* \|$/gm],
  ["docs/sdk/options.md", /^\| `.+? \|/gm],
])("%s has every option of the SDK in a table", (document, cells) => {
  const source = read("packages/sdk/src/options/check-options.ts");
  const [, table = ""] = /^const optionTable.*? = \{\n([\s\S]+?)^\};$/m.exec(source) ?? [];
  const options = [...table.matchAll(/^ {2}(\w+): \[/gm)].map(([, name = ""]) => name);
  const tabled = [...read(document).matchAll(cells)].join();

  expect(options.length).toBeGreaterThan(20);
  expect(options.filter((name) => !tabled.includes(`\`${name}\``))).toEqual([]);
});

test("the page on errors quotes the recipe that the SDK's tests run", () => {
  const recipe = read("packages/sdk/test/fallback-recipe.ts");
  const [, code = ""] = /^import .+\n\n([\s\S]+)$/.exec(recipe) ?? [];

  expect(code).toContain("askInTurn");
  // Snippets of pages are programs, which export nothing.
  expect(read("docs/sdk/errors.md")).toContain(code.replace("export async", "async"));
});

test.each(["hono", "express"])(
  "the guide on gateways quotes the recipe for %s that the contract's tests run",
  (name) => {
    const recipe = read(`packages/contract/test/recipes/${name}.ts`);

    expect(recipe).toContain("keepContract");
    expect(read("docs/guides/gateway.md")).toContain(`\`\`\`ts\n${recipe}\`\`\`\n`);
  },
);
