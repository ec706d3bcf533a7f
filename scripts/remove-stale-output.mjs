// Runs in a package's folder, in its build and before it is packed: removes files in dist/ whose source is gone. The
// compiler leaves them behind, the build cache restores them, and they would be published.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

for (const map of readdirSync("dist", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".map"))) {
  const path = join("dist", map);
  const { sources } = JSON.parse(readFileSync(path, "utf8"));
  if (sources.length === 0 || sources.some((source) => existsSync(join(dirname(path), source)))) continue;
  for (const file of [path, path.replace(/\.map$/, "")]) rmSync(file, { force: true });
}
