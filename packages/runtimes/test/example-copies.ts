import { cpSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startRegistry } from "./registry.ts";
import { run } from "./run.ts";

/** The folder of the examples. */
export const examples = fileURLToPath(new URL("../../../examples", import.meta.url));

/** Copies of examples outside the workspace. */
export interface ExampleCopies {
  folderOf(name: string): string;
  close(): Promise<void>;
}

/** Copies examples into empty folders and installs the packed packages there, as the README has people do. */
export async function copyExamples(names: readonly string[]): Promise<ExampleCopies> {
  const registry = await startRegistry();
  const folders = new Map<string, string>();
  for (const name of names) {
    const folder = realpathSync(registry.makeProject());
    cpSync(join(examples, name), folder, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
    const manifest = join(folder, "package.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll("workspace:*", "*"));
    // pnpm, because it has the other packages in its store already.
    const { code, stdout, stderr } = await run("pnpm", ["install", "--ignore-workspace", "--ignore-scripts"], {
      cwd: folder,
    });
    if (code !== 0) {
      await registry.close();
      throw new Error(stdout + stderr);
    }
    folders.set(name, folder);
  }

  return {
    folderOf(name) {
      const folder = folders.get(name);
      if (folder === undefined) throw new Error(`${name} was not copied.`);
      return folder;
    },
    close: () => registry.close(),
  };
}
