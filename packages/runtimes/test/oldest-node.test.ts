import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { nodeProgram } from "./programs.ts";

const require = createRequire(import.meta.url);

const mockFolder = dirname(require.resolve("@model-access/mock"));

test("the mock's command runs on the oldest Node it supports", () => {
  const command = join(mockFolder, "command.js");

  const { status, stdout } = spawnSync(nodeProgram("node-22"), [command, "--version"], { encoding: "utf8" });

  expect(stdout).toMatch(/^model-access-mock \d+\.\d+\.\d+, contract \d+\.\d+\.\d+\n$/);
  expect(status).toBe(0);
});

test("Prism, which is in the mock, gives an example on the oldest Node", () => {
  const program = `
    import { createMock } from ${JSON.stringify(pathToFileURL(join(mockFolder, "index.js")).href)};
    const headers = { authorization: "Bearer sk-mock-full", prefer: "code=429" };
    const { status } = await createMock().fetch("http://mock/v1/models", { headers });
    console.log(status);
  `;

  const { stdout, stderr } = spawnSync(nodeProgram("node-22"), ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });

  expect(stderr).toBe("");
  expect(stdout).toBe("429\n");
});
