import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The folder of a package that this one depends on. */
export const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

/** The program of a Node that is installed as a package: `node-22`. */
export const nodeProgram = (name: string): string =>
  join(folderOf(name), process.platform === "win32" ? "bin/node.exe" : "bin/node");

/** Bun's program has this name on every system. */
export const bunProgram = join(folderOf("bun"), "bin/bun.exe");
