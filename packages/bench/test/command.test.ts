import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const command = fileURLToPath(new URL("../src/command.ts", import.meta.url));

test("`pnpm bench` with an option says that it takes none, and measures nothing", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "--help"], {
    encoding: "utf8",
    timeout: 280_000,
  });

  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^pnpm bench takes no options; it measures everything/);
});
