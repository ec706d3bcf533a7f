import { join } from "node:path";
import { expect } from "vitest";
import { bundleBehaviour } from "../bundle.ts";
import { node22, node26 } from "../programs.ts";
import { makeProject, test } from "../project.ts";
import { runWell } from "../run.ts";

test("the behaviour is the one that the SDK promises", ({ expected }) => {
  expect(expected).toEqual({
    text: expect.stringMatching(/\w+/),
    isStreamTheSame: true,
    cut: "ModelAccessError StreamIncompleteError 200   yes",
    refused: "BadRequestError InvalidParameterError ModelAccessError StatusError 400 invalid_parameter  no",
    wrongKey: "InvalidKeyError ModelAccessError StatusError 401 invalid_api_key  no",
    aborted: "AbortError ModelAccessError    no",
    unreachable: "ConnectionError ModelAccessError   connect no",
    models: expect.any(Number),
    showsKey: false,
  });
});

const noRequireOfEsModules = "--no-experimental-require-module";

test.for([
  ["an ES module on Node 22", node22, ["program.mjs"]],
  ["an ES module on Node 24", process.execPath, ["program.mjs"]],
  ["an ES module on Node 26", node26, ["program.mjs"]],
  ["CommonJS on Node 22", node22, [noRequireOfEsModules, "program.cjs"]],
  ["CommonJS on Node 24", process.execPath, [noRequireOfEsModules, "program.cjs"]],
  ["CommonJS on Node 26", node26, ["program.cjs"]],
] as const)("the SDK behaves the same in %s", async ([_name, program, args], { mock, expected }) => {
  const env = { MODEL_ACCESS_BASE_URL: mock.baseURL };

  const output = await runWell(program, [...args], { cwd: makeProject("node"), env });

  expect(JSON.parse(output)).toEqual(expected);
});

test.for(["esm", "cjs"] as const)("the SDK behaves the same in a bundle (%s)", async (format, { mock, expected }) => {
  const project = makeProject("node");
  const file = await bundleBehaviour(join(project, `bundle.${format === "esm" ? "mjs" : "cjs"}`), {
    baseURL: mock.baseURL,
    lastLine: "behaveOnServer(sdk, BASE_URL).then((outcome) => console.log(JSON.stringify(outcome)));",
    format,
    project,
  });

  const output = await runWell(process.execPath, [file]);

  expect(JSON.parse(output)).toEqual(expected);
});
