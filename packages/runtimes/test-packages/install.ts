import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runWell } from "./run.ts";

/**
 * Installs packages by their names into a folder, or what the workspace there asks for where none is named. By pnpm, because
 * it has all packages but ours in its store already.
 */
export async function install(
  names: readonly string[],
  { folder, settings }: { folder: string; settings: string },
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".npmrc"), settings);
  if (names.length > 0) writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const command = names.length > 0 ? ["add", "--ignore-workspace", ...names] : ["install"];
  await runWell("pnpm", [...command, "--ignore-scripts"], { cwd: folder });
}
