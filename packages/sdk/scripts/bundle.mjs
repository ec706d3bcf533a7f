// Writes the JavaScript of every entry, as ES modules and as CommonJS: what the client is made of in one file, which
// loads many times faster than one for each source file, and the further entries beside it. The declarations are the
// compiler's.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { workerSource } from "./worker-source.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const entries = Object.values(exports).map((entry) => entry.import.default.replace(/^\.\/dist\/(.*)\.js$/, "$1"));
const further = ["controls", "structured", "testing", "points", "sync"];

// Node gives an ES module that imports CommonJS all of it as `default`, and rolldown does the same for the CommonJS that
// it makes of an ES module. There openapi-fetch's `default` is a member, as everywhere else.
const defaultOfOpenapiFetch = {
  name: "default-of-openapi-fetch",
  resolveId: (id, importer) => (id === "openapi-fetch" && importer !== "\0openapi-fetch" ? "\0openapi-fetch" : null),
  load: (id) => (id === "\0openapi-fetch" ? 'export default require("openapi-fetch").default;' : null),
};

const define = { workerSource: JSON.stringify(await workerSource(root)) };
const esModules = await bundle({ format: "esm", extension: "js", platform: "neutral" });
const commonJs = await bundle({ format: "cjs", extension: "cjs", platform: "node" });

// The worker's code has openapi-fetch in it.
copyFileSync(`${root}node_modules/openapi-fetch/LICENSE`, `${root}dist/sync/openapi-fetch.license.txt`);

// What an earlier build left behind would be published too.
const written = new Set([...esModules, ...commonJs]);
for (const file of readdirSync(`${root}dist`, { recursive: true, encoding: "utf8" })) {
  const path = file.replaceAll("\\", "/");
  const isStale = path.endsWith(".d.cts")
    ? !existsSync(`${root}src/${path.slice(0, -".d.cts".length)}.ts`)
    : /(?<!\.d)\.c?js$/.test(path) && !written.has(path);
  if (isStale) rmSync(`${root}dist/${path}`);
}

async function bundle({ format, extension, platform }) {
  const { output } = await build({
    input: Object.fromEntries(entries.map((name) => [name, `${root}src/${name}.ts`])),
    external: (id, importer) =>
      /^(openapi-fetch$|node:)/.test(id) && (format === "esm" || importer === "\0openapi-fetch"),
    platform,
    plugins: format === "cjs" ? [defaultOfOpenapiFetch] : [],
    treeshake: { moduleSideEffects: false },
    transform: { define },
    logLevel: "warn",
    output: {
      dir: `${root}dist`,
      format,
      exports: "named",
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunks/[name].${extension}`,
      codeSplitting: {
        groups: [{ name: "client", test: (id) => !further.some((folder) => id.startsWith(`${root}src/${folder}/`)) }],
      },
    },
  });
  return output.map(({ fileName }) => fileName);
}
