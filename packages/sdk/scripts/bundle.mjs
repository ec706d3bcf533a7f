// Writes the JavaScript of every entry: what the client is made of in one file, which loads many times faster than one
// for each source file, and the further entries beside it. The declarations are the compiler's.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { workerSource } from "./worker-source.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const entries = Object.values(exports).map(({ default: file }) => file.replace(/^\.\/dist\/(.*)\.js$/, "$1"));
const further = ["controls", "structured", "testing", "points", "sync"];

const { output } = await build({
  input: Object.fromEntries(entries.map((name) => [name, `${root}src/${name}.ts`])),
  external: [/^openapi-fetch$/, /^node:/],
  platform: "neutral",
  treeshake: { moduleSideEffects: false },
  transform: { define: { workerSource: JSON.stringify(await workerSource(root)) } },
  logLevel: "warn",
  output: {
    dir: `${root}dist`,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: {
      groups: [{ name: "client", test: (id) => !further.some((folder) => id.startsWith(`${root}src/${folder}/`)) }],
    },
  },
});

// What an earlier build left behind would be published too.
const written = new Set(output.map(({ fileName }) => fileName));
for (const file of readdirSync(`${root}dist`, { recursive: true, encoding: "utf8" })) {
  const path = file.replaceAll("\\", "/");
  const isStale = path.endsWith(".d.ts")
    ? !existsSync(`${root}src/${path.slice(0, -".d.ts".length)}.ts`)
    : path.endsWith(".js") && !written.has(path);
  if (isStale) rmSync(`${root}dist/${path}`);
}
