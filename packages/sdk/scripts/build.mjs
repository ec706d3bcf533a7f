// Builds dist/: the declarations, by the compiler; each entry as an ES module and as CommonJS, by rolldown. What the client
// is made of is one file, which loads many times faster than one for each source file.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const further = ["controls", "structured", "testing", "points", "points-redis", "sync", "opentelemetry"];
const folders = readdirSync(`${root}src`).filter((name) => existsSync(`${root}src/${name}/index.ts`));
const entries = { index: "index", core: "client", relay: "relay" };
for (const name of folders) entries[name] = `${name}/index`;

// The published declarations stand alone.
mkdirSync(`${root}src/generated`, { recursive: true });
copyFileSync(
  fileURLToPath(import.meta.resolve("@model-access/contract/openapi-types.ts")),
  `${root}src/generated/openapi.ts`,
);

rmSync(`${root}dist`, { recursive: true, force: true });
const tsc = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
const { status } = spawnSync(process.execPath, [tsc, "-p", root, "--emitDeclarationOnly"], { stdio: "inherit" });
if (status !== 0) process.exit(1);
// Both builds have one set of declarations. It is CommonJS, which an ES module may import in every resolution; the other
// way round it may not.
writeFileSync(`${root}dist/types/package.json`, '{"type":"commonjs"}\n');
for (const [name, source] of Object.entries(entries)) {
  for (const end of ["ts", "cts"])
    writeFileSync(`${root}dist/${name}.d.${end}`, `export * from "./types/${source}.js";\n`);
}

// The code of the worker thread of `/sync` is one text in that entry, so that it works in a bundle too. It imports nothing:
// it means the same whether Node takes it for a script or for a module.
const worker = await rolldown({
  input: `${root}src/sync/worker.ts`,
  platform: "neutral",
  treeshake: { moduleSideEffects: false },
});
const { output } = await worker.generate({ format: "iife", minify: true, codeSplitting: false });
if (output[0].imports.length > 0) throw new Error("The worker thread has to be one text that imports nothing.");
copyFileSync(`${root}node_modules/openapi-fetch/LICENSE`, `${root}dist/openapi-fetch.license.txt`);

// Node gives all of a CommonJS file to the ES module that imports its `default`, and rolldown holds the CommonJS that it
// makes of ES modules to that. The `default` that is meant is a member of it.
const defaultOfOpenapiFetch = {
  name: "default-of-openapi-fetch",
  resolveId(id, importer) {
    if (id !== "openapi-fetch") return null;
    return importer === "\0openapi-fetch" ? { id, external: true } : "\0openapi-fetch";
  },
  load: (id) => (id === "\0openapi-fetch" ? 'export default require("openapi-fetch").default;' : null),
};

for (const { extension, ...options } of [
  { extension: "js", platform: "neutral", external: ["openapi-fetch", "@opentelemetry/api"] },
  { extension: "cjs", platform: "node", external: ["@opentelemetry/api"], plugins: [defaultOfOpenapiFetch] },
]) {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, `${root}src/${source}.ts`])),
    treeshake: { moduleSideEffects: false },
    transform: { define: { workerSource: JSON.stringify(output[0].code) } },
    ...options,
  });
  await bundle.write({
    dir: `${root}dist`,
    format: extension === "cjs" ? "cjs" : "esm",
    esModule: true,
    strict: true,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `chunks/[name].${extension}`,
    sourcemap: true,
    sourcemapExcludeSources: true, // the package has them
    // Inlines constants and drops what is never needed, which no minifier of a user's does across our files. Names,
    // comments and a statement to a line stay, for whoever reads a stack trace.
    minify: { compress: { sequences: false, joinVars: false }, mangle: false, codegen: false },
    codeSplitting: {
      groups: [{ name: "client", test: (id) => !further.some((folder) => id.startsWith(`${root}src/${folder}/`)) }],
    },
  });
}
