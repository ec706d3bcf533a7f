// @module-tag socket
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
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

test("made-up data is the same from Prism as it is bundled and as it is installed", async () => {
  const query = { operationId: "listModels", mediaType: "application/json", seed: "seven" };

  expect(await bundle.askPrism(query)).toEqual(await askPrism(query));
});

test.each(["createChatCompletion", "createMessage", "createResponse"])(
  "made-up data of %s depends on the seed alone, where its schema takes any value too",
  async (operationId) => {
    const make = (seed: number) =>
      bundle.askPrism({ operationId, mediaType: "application/json", seed: String(seed) }).then(({ body }) => body);
    const seeds = Array.from({ length: 30 }, (_, index) => index);

    const first = await Promise.all(seeds.map(make));
    const again = await Promise.all(seeds.toReversed().map(make));

    expect(again.toReversed()).toEqual(first);
  },
);

test("loading the bundle and asking it prints no warning", () => {
  const script = `const { askPrism } = await import(${JSON.stringify(new URL("prism.js", built).href)});
    await askPrism({ operationId: "listModels", mediaType: "application/json" });
    await askPrism({ operationId: "listModels", mediaType: "application/json", seed: "seven" });`;

  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });

  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});

test("no schema of the contract names a maker of Faker's, which the bundle leaves out", () => {
  const document = readFileSync(
    createRequire(import.meta.url).resolve("@model-access/contract/bundles/openapi.json"),
    "utf8",
  );

  expect(document).not.toMatch(/"(x-)?faker":/);
});

test("what is bundled is listed, with its terms", () => {
  const urls = JSON.parse(read("prism.packages.json")) as string[];
  const licences = read("prism.licenses.txt");

  expect(urls).toContainEqual(expect.stringMatching(/^pkg:npm\/%40stoplight\/prism-http@\d/));
  expect(urls.filter((url) => /scarf|%40faker-js|postman|node-fetch/.test(url))).toEqual([]);
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
