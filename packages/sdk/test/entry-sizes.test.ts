import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** The bytes of everything that an entry brings into a bundle, minified and compressed. */
async function gzipBytesOf(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${entry}/index.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

test.each([
  ["controls", 3000],
  ["structured", 2000],
  ["testing", 3000],
  ["points", 2500],
])("the entry %s is at most %i bytes large", async (entry, budget) => {
  const bytes = await gzipBytesOf(entry);

  expect(bytes, `${entry} is ${bytes} bytes, minified and compressed`).toBeLessThanOrEqual(budget);
  expect(bytes).toBeGreaterThan(500);
});
