import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { node22 } from "../programs.ts";
import { makeProject, test } from "../project.ts";
import { runWell } from "../run.ts";

test.for(["sync.mjs", "sync.cjs"])(
  "a synchronous call has its answer, and its typed refusal, on the oldest Node in %s",
  async (file, { mock }) => {
    const env = { MODEL_ACCESS_BASE_URL: mock.baseURL };

    const output = await runWell(node22, [file], { cwd: makeProject("node-22"), env });

    expect(output).toBe("true true\n");
  },
);

test("the mock's command runs on the oldest Node it supports", async () => {
  const command = fileURLToPath(new URL("command.js", import.meta.resolve("@model-access/mock")));

  const output = await runWell(node22, [command, "--version"]);

  expect(output).toMatch(/^model-access-mock \d+\.\d+\.\d+, contract \d+\.\d+\.\d+\n$/);
});

test("Prism, which is in the mock, gives an example on the oldest Node", async () => {
  const program = `
    import { createMock } from ${JSON.stringify(import.meta.resolve("@model-access/mock"))};
    const headers = { authorization: "Bearer sk-mock-full", prefer: "code=429" };
    const { status } = await createMock().fetch("http://mock/v1/models", { headers });
    console.log(status);
  `;

  const output = await runWell(node22, ["--input-type=module", "--eval", program]);

  expect(output).toBe("429\n");
});
