// Makes the package's modules from its sources; the compiler has written their types. The operations share what several of
// them need. The package's door has all operations in it but the largest, which it takes from their entries: each
// further file that is opened takes as long as a hundred thousand bytes.
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

/** Joins what each entry needs, except for the modules in `elsewhere`, whose names in `dist` end as those in the sources. */
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

/** Editors go from a type to its source; of what is generated, the types are the source. */
function removeMapsOfGenerated() {
  for (const map of globSync(`${root}dist/generated/**/*.map`)) {
    const types = map.replace(/\.map$/, "");
    writeFileSync(types, readFileSync(types, "utf8").replace(/\/\/# sourceMappingURL=.*/, ""));
    rmSync(map);
  }
}
