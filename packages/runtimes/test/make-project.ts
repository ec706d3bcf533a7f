import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { run } from "./run.ts";

/** Makes a folder in which npm finds the workspace's packages in the run's registry, and all others where it always does. */
export function makeRegistryProject(): string {
  const { folder, settings } = inject("registry");
  const project = realpathSync(mkdtempSync(join(folder, "project-")));
  writeFileSync(join(project, ".npmrc"), settings);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  return project;
}

/** Runs pnpm in such a folder, because it has all other packages in its store already; throws with what it says. */
export async function runPnpm(args: string[], project: string): Promise<void> {
  const { code, stdout, stderr } = await run("pnpm", [...args, "--ignore-workspace", "--ignore-scripts"], {
    cwd: project,
  });
  if (code !== 0) throw new Error(stdout + stderr);
}
