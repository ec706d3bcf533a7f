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
const further = ["controls", "structured", "testing", "points", "points-redis", "sync", "opentelemetry"];

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

const define = { workerSource: JSON.stringify(await workerSource(root)) };
const esModules = await bundle({
  external: [...packages, /^node:/],
  platform: "neutral",
  output: { format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
});
const commonJs = await bundle({
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

// The worker's code has openapi-fetch in it.
copyFileSync(`${root}node_modules/openapi-fetch/LICENSE`, `${root}dist/sync/openapi-fetch.license.txt`);

// What an earlier build left behind would be published too.
const written = new Set([...esModules, ...commonJs]);
for (const file of readdirSync(`${root}dist`, { recursive: true, encoding: "utf8" })) {
  const path = file.replaceAll("\\", "/");
  const isStale = /\.d\.cts(\.map)?$/.test(path)
    ? !existsSync(`${root}src/${path.replace(/\.d\.cts(\.map)?$/, "")}.ts`)
    : /(?<!\.d)\.c?js(\.map)?$/.test(path) && !written.has(path);
  if (isStale) rmSync(`${root}dist/${path}`);
}

async function bundle({ output, ...options }) {
  const written = await build({
    input: Object.fromEntries(entries.map((name) => [name, `${root}src/${name}.ts`])),
    treeshake: { moduleSideEffects: false },
    transform: { define },
    logLevel: "warn",
    output: {
      dir: `${root}dist`,
      sourcemap: true,
      sourcemapExcludeSources: true, // the package has them
      // Inlines constants and drops what is never needed, which no minifier of a user's does across our files. Names,
      // comments and a statement to a line stay, for whoever reads a stack trace.
      minify: { compress: { sequences: false, joinVars: false }, mangle: false, codegen: false },
      codeSplitting: {
        groups: [{ name: "client", test: (id) => !further.some((folder) => id.startsWith(`${root}src/${folder}/`)) }],
      },
      ...output,
    },
    ...options,
  });
  return written.output.map(({ fileName }) => fileName);
}
