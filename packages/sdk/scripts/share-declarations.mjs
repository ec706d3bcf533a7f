// Makes the compiler's declarations the ones of both builds. They become CommonJS (`.d.cts`), because an ES module may
// import that in every resolution and not the other way round; each entry's `.d.ts` passes its `.d.cts` on.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

for (const file of readdirSync(`${root}dist`, { recursive: true, encoding: "utf8" })) {
  if (!/\.d\.ts(\.map)?$/.test(file)) continue;
  const path = `${root}dist/${file}`;
  const text = readFileSync(path, "utf8")
    .replaceAll(/((?:from |import\()"\.[^"]*)\.js"/g, '$1.cjs"')
    .replace(/^(\/\/# sourceMappingURL=.*|\{.*"file":".*)\.d\.ts/m, "$1.d.cts");
  writeFileSync(path.replace(/\.d\.ts(\.map)?$/, ".d.cts$1"), text);
  rmSync(path);
}
for (const { import: entry } of Object.values(exports)) {
  writeFileSync(`${root}${entry.types}`, `export * from "./${basename(entry.types, ".d.ts")}.cjs";\n`);
}
