import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runWell } from "./run.ts";

/**
 * Installs packages by name into a folder, or the dependencies of the workspace there if none is named. Uses pnpm, whose
 * store has all packages but ours already.
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
