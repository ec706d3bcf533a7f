import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { vitest } from "../programs.ts";
import { makeProject, test } from "../project.ts";
import { runWell } from "../run.ts";

test("the SDK behaves the same in vitest's vmThreads", async ({ mock, expected }) => {
  const project = makeProject("vitest", { isInside: true });

  await runWell(process.execPath, [vitest, "run"], { cwd: project, env: { MODEL_ACCESS_BASE_URL: mock.baseURL } });

  expect(JSON.parse(readFileSync(join(project, "outcome.json"), "utf8"))).toEqual(expected);
});
