import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build, type Format } from "esbuild";
import { expect, test } from "vitest";
import { key } from "../test/stub-service.js";
import { useServer } from "../test/sync-server.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const { folder, baseURL } = useServer();
const run = promisify(execFile);
const loop = `
const texts = [];
const options = { baseURL: process.env.SERVER };
for (const { text } of getBotResponseSync({ bot: "botStreamText", messages: [], apiKey: "${key}" }, options)) texts.push(text);
console.log(JSON.stringify(texts));
`;
const asModule = `import { getBotResponseSync } from "@model-access/sdk/sync";${loop}`;
const asScript = `import("@model-access/sdk/sync").then(({ getBotResponseSync }) => {${loop}});`;

test.each<{ format: Format; file: string; minify: boolean }>([
  { format: "esm", file: "bundle.mjs", minify: false },
  { format: "cjs", file: "bundle.cjs", minify: false },
  { format: "esm", file: "bundle.min.mjs", minify: true },
  { format: "cjs", file: "bundle.min.cjs", minify: true },
])("works in $file, one file that esbuild made", async ({ format, file, minify }) => {
  const outfile = join(folder, file);
  const stdin = { contents: asModule, resolveDir: root };

  const { warnings } = await build({
    stdin,
    bundle: true,
    platform: "node",
    format,
    outfile,
    minify,
    logLevel: "silent",
  });

  expect(warnings).toEqual([]);
  expect(await textsOf([outfile], folder)).toEqual(["", "The Danube", ", the Rhine", " and the Loire."]);
});

test.each([
  ["--input-type=module -e", ["--input-type=module", "-e", asModule]],
  ["--eval", ["--eval", asScript]],
])("works in a program that is given by %s", async (_flags, args) => {
  expect(await textsOf(args, root)).toEqual(["", "The Danube", ", the Rhine", " and the Loire."]);
});

test("works where NODE_OPTIONS makes every text a module", async () => {
  const texts = await textsOf(["-e", asModule], root, { NODE_OPTIONS: "--input-type=module" });

  expect(texts).toHaveLength(4);
});

/** Returns the texts that the program printed. */
async function textsOf(args: string[], cwd: string, env: Record<string, string> = {}): Promise<unknown> {
  const { stdout } = await run(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env, SERVER: baseURL() },
    // A thread that nobody can wake would hold the tests up for ever.
    timeout: 280_000,
  });
  return JSON.parse(stdout);
}
