import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The size in bytes of what a bundler makes of this module: minified, then gzipped. */
async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}src`, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "esnext",
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

const core = 'import { createClient } from "./core.js";';

test.each([
  ["the main entry with everything in it", 'export * from "./index.js";', 20],
  [
    "a client and its streaming chat calls",
    `${core} import { createChatCompletions } from "./chat/index.js"; export const chat = createChatCompletions(createClient());`,
    12,
  ],
  [
    "a client and the list of models",
    `${core} import { createModels } from "./models/index.js"; export const models = createModels(createClient());`,
    9,
  ],
  ["the relay", 'export * from "./relay.js";', 2],
])("%s is small", async (what, contents, maxKB) => {
  const size = await sizeOf(contents);

  expect(size, `${what} has ${(size / 1024).toFixed(1)} KB of ${maxKB}`).toBeLessThanOrEqual(maxKB * 1024);
});

test("a bundle holds only what is used", async () => {
  const models = `${core} import { createModels } from "./models/index.js"; export const models = createModels(createClient());`;
  const { metafile } = await build({
    stdin: { contents: models, resolveDir: `${root}src`, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    metafile: true,
  });

  const files = Object.keys(metafile.inputs);

  expect(files.filter((file) => /openapi-fetch|\/chat\/|\/messages\/|event-stream|relay/.test(file))).toEqual([]);
});

test("has one direct dependency", () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

  expect(Object.keys(dependencies)).toHaveLength(1);
});
