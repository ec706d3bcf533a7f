// Writes the JavaScript of every entry: what the client is made of in one file, which loads many times faster than one
// for each source file, and the further entries beside it. The declarations are the compiler's.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const entries = Object.values(exports).map(({ default: file }) => file.replace(/^\.\/dist\/(.*)\.js$/, "$1"));
const further = ["controls", "structured", "testing", "points", "sync"];

await build({
  input: Object.fromEntries([...entries, "sync/worker"].map((name) => [name, `${root}src/${name}.ts`])),
  external: [/^openapi-fetch$/, /^node:/],
  platform: "neutral",
  treeshake: { moduleSideEffects: false },
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
