// Makes one file of the package's door and of each operation's entry, after the compiler: opening eighty small files takes
// longer than reading what is in them.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const operations = readdirSync(`${dist}generated/operations`).filter((file) => file.endsWith(".js"));

await build({
  entryPoints: ["index.js", ...operations.map((file) => `generated/operations/${file}`)].map(
    (file) => `${dist}${file}`,
  ),
  outdir: dist,
  outbase: dist,
  allowOverwrite: true,
  bundle: true,
  ignoreAnnotations: true,
  format: "esm",
  platform: "neutral",
  external: ["node:*"],
  charset: "utf8",
});
