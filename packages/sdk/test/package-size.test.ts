import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const core = 'import { createClient } from "@model-access/sdk/core";';
const chat = `${core} import { createChatCompletions } from "@model-access/sdk/chat"; export const chat = createChatCompletions(createClient());`;
const models = `${core} import { createModels } from "@model-access/sdk/models"; export const models = createModels(createClient());`;

/** Bundles a module that imports the package as published. */
async function bundleOf(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    // The peer of the tracing.
    external: ["@opentelemetry/api"],
    format: "esm",
    target: "esnext",
  });
  return outputFiles[0]?.text ?? "";
}

test.each([
  ["the main entry with everything in it", 'export * from "@model-access/sdk";', 23.7],
  ["a client and its streaming chat calls", chat, 16.9],
  ["a client and the list of models", models, 13.5],
  ["the relay", 'export * from "@model-access/sdk/relay";', 2.6],
  ["the controls", 'export * from "@model-access/sdk/controls";', 3.2],
  ["structured output", 'export * from "@model-access/sdk/structured";', 1.7],
  ["the testing kit", 'export * from "@model-access/sdk/testing";', 3],
  ["what knows of points", 'export * from "@model-access/sdk/points";', 5],
  ["the counts in Redis", 'export * from "@model-access/sdk/points-redis";', 1.7],
  ["the tracing", 'export * from "@model-access/sdk/opentelemetry";', 2.4],
  ["the synchronous calls", 'export * from "@model-access/sdk/sync";', 20],
])("%s is small", async (what, contents, maxKB) => {
  const size = gzipSync(await bundleOf(contents), { level: 9 }).length;

  expect(size, `${what} has ${(size / 1024).toFixed(1)} KB of ${maxKB}`).toBeLessThanOrEqual(maxKB * 1024);
  expect(size).toBeGreaterThan(500);
});

test("a bundle holds only what is used", async () => {
  const marks = ["chat/completions", "message_stop", "output_index", "replace_response", "[DONE]"];

  const bundle = await bundleOf(models);

  expect(bundle).toContain("/v1/models");
  expect(marks.filter((mark) => bundle.includes(mark))).toEqual([]);
  const everything = await bundleOf('export * from "@model-access/sdk";');
  expect(marks.filter((mark) => !everything.includes(mark))).toEqual([]);
});
