import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRegistryProject, runPnpm } from "./make-project.ts";

/** The folder of the examples. */
export const examples = fileURLToPath(new URL("../../../examples", import.meta.url));

/**
 * Copies an example into an empty folder outside the workspace and installs the packed packages there, as the README has
 * people do; returns the folder.
 */
export async function copyExample(name: string): Promise<string> {
  const folder = makeRegistryProject();
  cpSync(join(examples, name), folder, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  const manifest = join(folder, "package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll("workspace:*", "*"));
  await runPnpm(["install"], folder);
  return folder;
}
