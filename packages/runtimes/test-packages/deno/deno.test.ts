import { expect } from "vitest";
import { deno } from "../programs.ts";
import { makeProject, test } from "../project.ts";
import { runWell } from "../run.ts";

const permissions = [
  "--no-remote",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1",
  "--allow-env",
  "--allow-read",
];

test.for(["program.mjs", "program.cjs"])(
  "the SDK behaves the same on Deno, in %s",
  async (file, { mock, expected }) => {
    const output = await runWell(process.execPath, [deno, "run", ...permissions, file], {
      cwd: makeProject("deno"),
      env: { MODEL_ACCESS_BASE_URL: mock.baseURL, DENO_NO_UPDATE_CHECK: "1" },
    });

    expect(JSON.parse(output)).toEqual(expected);
  },
);
