import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { operations } from "@model-access/contract";
import { describe, expect, test } from "vitest";
import { askPrism } from "../src/examples/prism.js";
import { contractExamples } from "./contract-examples.js";

const built = new URL("../dist/examples/", import.meta.url);
const bundle: { askPrism: typeof askPrism } = await import(new URL("prism.js", built).href);
const read = (file: string) => readFileSync(new URL(file, built), "utf8");

describe.each(Object.values(operations))("$operationId", ({ operationId }) => {
  test.each(contractExamples(operationId))(
    "is answered by Prism as it is bundled as by Prism as it is installed, with $name",
    async ({ code, mediaType, name }) => {
      const query = { operationId, mediaType, code, example: name };

      expect(await bundle.askPrism(query)).toEqual(await askPrism(query));
    },
  );
});

test("what is bundled is listed, with its terms", () => {
  const urls = JSON.parse(read("prism.packages.json")) as string[];
  const licences = read("prism.licenses.txt");

  expect(urls).toContainEqual(expect.stringMatching(/^pkg:npm\/%40stoplight\/prism-http@\d/));
  expect(urls.filter((url) => /scarf|faker|postman|node-fetch/.test(url))).toEqual([]);
  for (const url of urls) {
    const [name, version] = decodeURIComponent(url.slice("pkg:npm/".length)).split(/(?<=.)@/);
    expect(licences).toMatch(new RegExp(`^${name} ${version}: (MIT|Apache-2.0|0BSD)\n`, "m"));
  }
});

test("the bundle takes nothing from elsewhere but what the package depends on", () => {
  const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const taken = [...read("prism.js").matchAll(/^import .* from "([^"]+)";$|\brequire\("([^"]+)"\)/gm)]
    .map(([, imported, required]) => imported ?? required ?? "")
    .filter((name) => !name.startsWith("node:"));
  const packages = new Set(taken.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]));

  expect(
    [...packages].filter((name) => !builtinModules.includes(name ?? "") && dependencies[name ?? ""] === undefined),
  ).toEqual([]);
});
