// Run in a package's folder by its build and before it is packed: removes from dist/ what was compiled from a source that
// is no longer there. The compiler leaves such files behind, the build cache brings them back, and they would be published.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

for (const map of readdirSync("dist", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".map"))) {
  const path = join("dist", map);
  const { sources } = JSON.parse(readFileSync(path, "utf8"));
  if (sources.length === 0 || sources.some((source) => existsSync(join(dirname(path), source)))) continue;
  for (const file of [path, path.replace(/\.map$/, "")]) rmSync(file, { force: true });
}
