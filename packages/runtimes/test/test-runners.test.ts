// Test runners run a user's code in a realm of its own, on a `fetch` that throws the errors of another.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { behaveOnServer, type Outcome } from "./behaviour.ts";
import { makeProject, type Project } from "./packed-sdk.ts";
import { folderOf } from "./programs.ts";
import { run } from "./run.ts";

let project: Project;
let mock: MockServer;
let expected: Outcome;

beforeAll(async () => {
  project = await makeProject({ isInside: true });
  mock = await startMock({ latency: "instant" });
  expected = await behaveOnServer(await import("@model-access/sdk"), mock.baseURL);
});

afterAll(async () => {
  await mock?.close();
  project?.remove();
});

test("the SDK behaves the same in Jest as it comes, which is CommonJS", async () => {
  project.write(
    "jest.test.js",
    `const { writeFileSync } = require("node:fs");
const sdk = require("@model-access/sdk");
const { behaveOnServer } = require("./behaviour.cjs");
test("behaves", async () => {
  writeFileSync("jest.json", JSON.stringify(await behaveOnServer(sdk, ${JSON.stringify(mock.baseURL)})));
});
`,
  );
  const jest = join(folderOf("jest"), "bin/jest.js");

  const { code, stderr } = await run(process.execPath, [jest, "--no-watchman", "--no-cache", "jest.test.js"], {
    cwd: project.folder,
  });

  expect(code, stderr).toBe(0);
  expect(outcomeIn("jest.json")).toEqual(expected);
});

test("the SDK behaves the same in vitest's vmThreads", async () => {
  project.write("vitest.config.mjs", 'export default { test: { pool: "vmThreads", include: ["*.spec.mjs"] } };\n');
  project.write(
    "vitest.spec.mjs",
    `import { writeFileSync } from "node:fs";
import * as sdk from "@model-access/sdk";
import { test } from "vitest";
import { behaveOnServer } from "./behaviour.mjs";
test("behaves", async () => {
  writeFileSync("vitest.json", JSON.stringify(await behaveOnServer(sdk, ${JSON.stringify(mock.baseURL)})));
});
`,
  );
  const vitest = join(dirname(fileURLToPath(import.meta.resolve("vitest/package.json"))), "vitest.mjs");

  const { code, stderr } = await run(process.execPath, [vitest, "run"], { cwd: project.folder });

  expect(code, stderr).toBe(0);
  expect(outcomeIn("vitest.json")).toEqual(expected);
});

function outcomeIn(file: string): unknown {
  return JSON.parse(readFileSync(join(project.folder, file), "utf8"));
}
