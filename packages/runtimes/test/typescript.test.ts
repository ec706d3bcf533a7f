import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { folderOf } from "./programs.ts";
import { run } from "./run.ts";

const consumer = fileURLToPath(new URL("consumer", import.meta.url));

test.each([
  ["5.4", "typescript-5.4"],
  ["5.9", "typescript-5.9"],
  ["6", "typescript-6"],
  ["7", "typescript"],
])(
  "a program that uses the SDK compiles with TypeScript %s",
  async (_version, name) => {
    const compiler = join(folderOf(name), "bin/tsc");

    const { code, stdout } = await run(process.execPath, [compiler, "-p", consumer]);

    expect(stdout).toBe("");
    expect(code).toBe(0);
  },
  120_000,
);
