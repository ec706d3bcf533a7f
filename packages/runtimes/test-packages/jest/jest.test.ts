// A test runner runs a user's code in a realm of its own, on a `fetch` that throws the errors of another.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { jest } from "../programs.ts";
import { makeProject, test } from "../project.ts";
import { runWell } from "../run.ts";

test("the SDK behaves the same in Jest as it comes, which is CommonJS", async ({ mock, expected }) => {
  const project = makeProject("jest", { isInside: true });

  await runWell(process.execPath, [jest, "--no-watchman", "--no-cache", "--testMatch", "**/behaves.cjs"], {
    cwd: project,
    env: { MODEL_ACCESS_BASE_URL: mock.baseURL },
  });

  expect(JSON.parse(readFileSync(join(project, "outcome.json"), "utf8"))).toEqual(expected);
});
