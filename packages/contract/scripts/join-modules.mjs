// Bundles the package's modules; the compiler has written their types. Operations share chunks. The index contains all
// operations except the largest, which it imports from their entries: opening another file takes as long as reading
// 100 000 bytes.
import { globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const operations = readdirSync(`${root}src/generated/operations`).map(
  (file) => `generated/operations/${basename(file, ".ts")}`,
);

await join([...operations, "match-operation"]);
const large = operations
  .map((entry) => `./${entry}.js`)
  .filter((file) => statSync(`${root}dist/${file}`).size > 100_000);
await join(["index", "generated/openapi"], large);
await join(["proxy"], ["./index.js"]);
removeMapsOfGenerated();

/** Bundles each entry, except for the modules in `elsewhere`, which stay imports of that file in `dist`. */
function join(entries, elsewhere = []) {
  return build({
    entryPoints: entries.map((entry) => `${root}src/${entry}.ts`),
    outdir: `${root}dist`,
    outbase: `${root}src`,
    chunkNames: "shared-[hash]",
    bundle: true,
    splitting: true,
    ignoreAnnotations: true,
    format: "esm",
    platform: "neutral",
    external: ["node:*"],
    plugins: [
      {
        name: "elsewhere",
        setup({ onResolve }) {
          onResolve({ filter: /\/(operations\/\w+|index)\.js$/ }, ({ path }) => {
            const file = elsewhere.find((file) => basename(file) === basename(path));
            return file && { path: file, external: true };
          });
        },
      },
    ],
  });
}

/** Editors go to the source by these maps; generated modules have no source but their types. */
function removeMapsOfGenerated() {
  for (const map of globSync(`${root}dist/generated/**/*.map`)) {
    const types = map.replace(/\.map$/, "");
    writeFileSync(types, readFileSync(types, "utf8").replace(/\/\/# sourceMappingURL=.*/, ""));
    rmSync(map);
  }
}
