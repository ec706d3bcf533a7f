import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { nodeProgram } from "./programs.ts";

const require = createRequire(import.meta.url);

test("the mock's command runs on the oldest Node it supports", () => {
  const command = join(dirname(require.resolve("@model-access/mock")), "command.js");

  const { status, stdout } = spawnSync(nodeProgram("node-22"), [command, "--version"], { encoding: "utf8" });

  expect(stdout).toMatch(/^model-access-mock \d+\.\d+\.\d+, contract \d+\.\d+\.\d+\n$/);
  expect(status).toBe(0);
});
