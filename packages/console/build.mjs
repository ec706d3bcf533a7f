// Writes the console into dist/site: its page, its style and one script. The mock's build copies them.
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const project = fileURLToPath(new URL(".", import.meta.url));

rmSync(`${project}dist`, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: project,
  entryPoints: ["src/console.tsx"],
  outfile: "dist/site/console.js",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2023",
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  logLevel: "error",
});
for (const file of ["console.html", "console.css"])
  copyFileSync(`${project}src/${file}`, `${project}dist/site/${file}`);
writeFileSync(`${project}dist/metafile.json`, JSON.stringify(metafile));
