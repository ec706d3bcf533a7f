// Writes the JavaScript of every entry, as ES modules and as CommonJS: what the client is made of in one file, which
// loads many times faster than one for each source file, and the further entries beside it. The declarations are the
// compiler's.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { workerSource } from "./worker-source.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports, dependencies, peerDependencies = {} } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const entries = Object.values(exports).map((entry) => entry.import.default.replace(/^\.\/dist\/(.*)\.js$/, "$1"));
const packages = Object.keys({ ...dependencies, ...peerDependencies });
const further = ["controls", "structured", "testing", "points", "sync"];

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

<<<<<<< HEAD
const define = { workerSource: JSON.stringify(await workerSource(root)) };
const esModules = await bundle({ format: "esm", extension: "js", platform: "neutral" });
const commonJs = await bundle({ format: "cjs", extension: "cjs", platform: "node" });

// The worker's code has openapi-fetch in it.
copyFileSync(`${root}node_modules/openapi-fetch/LICENSE`, `${root}dist/sync/openapi-fetch.license.txt`);
=======
const esModules = await bundle({
  names: [...entries, "sync/worker"],
  external: [...packages, /^node:/],
  platform: "neutral",
  output: { format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
});
// The platform decides what becomes of import.meta.url. A worker may be an ES module for both.
const commonJs = await bundle({
  names: entries,
  external: [...packages.filter((name) => name !== "openapi-fetch"), /^node:/],
  platform: "node",
  plugins: [defaultOfOpenapiFetch],
  output: {
    format: "cjs",
    esModule: true,
    strict: true,
    entryFileNames: "[name].cjs",
    chunkFileNames: "chunks/[name].cjs",
  },
});
>>>>>>> builds

// What an earlier build left behind would be published too.
const written = new Set([...esModules, ...commonJs]);
for (const file of readdirSync(`${root}dist`, { recursive: true, encoding: "utf8" })) {
  const path = file.replaceAll("\\", "/");
  const isStale = path.endsWith(".d.cts")
    ? !existsSync(`${root}src/${path.slice(0, -".d.cts".length)}.ts`)
    : /(?<!\.d)\.c?js$/.test(path) && !written.has(path);
  if (isStale) rmSync(`${root}dist/${path}`);
}

<<<<<<< HEAD
async function bundle({ format, extension, platform }) {
  const { output } = await build({
    input: Object.fromEntries(entries.map((name) => [name, `${root}src/${name}.ts`])),
    external: (id, importer) =>
      /^(openapi-fetch$|node:)/.test(id) && (format === "esm" || importer === "\0openapi-fetch"),
    platform,
    plugins: format === "cjs" ? [defaultOfOpenapiFetch] : [],
=======
async function bundle({ names, output, ...options }) {
  const written = await build({
    input: Object.fromEntries(names.map((name) => [name, `${root}src/${name}.ts`])),
>>>>>>> builds
    treeshake: { moduleSideEffects: false },
    transform: { define },
    logLevel: "warn",
    output: {
      dir: `${root}dist`,
      codeSplitting: {
        groups: [{ name: "client", test: (id) => !further.some((folder) => id.startsWith(`${root}src/${folder}/`)) }],
      },
      ...output,
    },
    ...options,
  });
  return written.output.map(({ fileName }) => fileName);
}
