// Puts the mock without a port into one file for browsers: dist/browser.js, with stand-ins for Node's modules and the files
// that the mock reads. What the file is made of, and its licences, go beside it.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writePackages } from "./bundled-packages.mjs";

const project = fileURLToPath(new URL("../", import.meta.url));
const require = createRequire(import.meta.url);

const { metafile } = await build({
  absWorkingDir: project,
  entryPoints: ["src/browser.ts"],
  outfile: "dist/browser.js",
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2023",
  inject: ["src/browser/buffer.ts"],
  define: { "import.meta.url": '"https://mock.invalid/dist/a/b.js"' },
  plugins: [{ name: "no Node", setup: standIn }],
  metafile: true,
  logLevel: "error",
});
writePackages(metafile, { project, beside: "dist/browser" });
// The stand-ins as TypeScript has put them there are in the bundle.
rmSync(`${project}dist/browser`, { recursive: true, force: true });

function standIn({ onResolve, onLoad }) {
  onResolve({ filter: /^node:timers$/ }, () => ({ path: `${project}src/browser/timers.ts` }));
  onResolve({ filter: /^node:/ }, () => ({ path: `${project}src/browser/node-modules.ts` }));
  onResolve({ filter: /\/prism\.js$/ }, () => ({ path: `${project}src/browser/examples.ts` }));
  onResolve({ filter: /\/record-missing\.js$/ }, () => ({ path: `${project}src/browser/record-missing.ts` }));
  onResolve({ filter: /\/bundled-files\.js$/ }, ({ path }) => ({ path, namespace: "files" }));
  onLoad({ filter: /.*/, namespace: "files" }, () => ({
    contents: `export const files = ${JSON.stringify(filesOfMock())};`,
  }));
}

function filesOfMock() {
  const own = ["media", "replies", "replies/code"].flatMap((folder) =>
    readdirSync(`${project}${folder}`, { withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ name }) => [`/${folder}/${name}`, readFileSync(`${project}${folder}/${name}`)]),
  );
  const entries = [
    ...own,
    ["bundles/openapi.json", Buffer.from(JSON.stringify(documentOfMock()))],
    [
      "reference/index.html",
      Buffer.from("<!doctype html>\n<title>Reference</title>\n<p>`model-access-mock` serves it.</p>\n"),
    ],
  ];
  return Object.fromEntries(entries.map(([name, bytes]) => [name, bytes.toString("base64")]));
}

/** As much of the contract as the mock reads: the members of a chat completion's request, and setting controls. */
function documentOfMock() {
  const { schemas } = require("@model-access/contract/bundles/openapi.json").components;
  const kept = {};
  keep("ParameterControls");
  const members = Object.entries(schemas.ChatCompletionRequest.properties).map(([name, member]) => [
    name,
    { "x-requirement": member["x-requirement"] },
  ]);
  kept.ChatCompletionRequest = { properties: Object.fromEntries(members) };
  return { components: { schemas: kept } };

  function keep(name) {
    if (kept[name] !== undefined) return;
    kept[name] = schemas[name];
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) keep(other);
  }
}
