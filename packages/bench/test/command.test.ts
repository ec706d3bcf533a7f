// @module-tag socket
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const command = fileURLToPath(new URL("../src/command.ts", import.meta.url));
const run = (...args: string[]) => spawnSync(process.execPath, [command, ...args], { encoding: "utf8" });

test("refuses an unknown section in one sentence, without measuring", () => {
  const { status, stdout, stderr } = run("mock", "sdkk");

  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toBe("There is no section 'sdkk'; use mock, streams, sdk, watch, store, contract-tests, pipeline.\n");
});

test("--help names every section", () => {
  const { status, stdout } = run("--help");

  expect(status).toBe(0);
  expect(stdout).toContain("mock, streams, sdk, watch, store, contract-tests, pipeline");
});
