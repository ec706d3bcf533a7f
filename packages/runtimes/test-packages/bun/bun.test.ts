import { expect } from "vitest";
import { bun } from "../programs.ts";
import { makeProject, test } from "../project.ts";
import { runWell } from "../run.ts";

test.for(["program.mjs", "program.cjs"])("the SDK behaves the same on Bun, in %s", async (file, { mock, expected }) => {
  const output = await runWell(bun, [file], {
    cwd: makeProject("bun"),
    env: { MODEL_ACCESS_BASE_URL: mock.baseURL },
  });

  expect(JSON.parse(output)).toEqual(expected);
});
