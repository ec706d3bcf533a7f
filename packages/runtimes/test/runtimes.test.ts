import { join } from "node:path";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { behaveOnServer, type Outcome } from "./behaviour.ts";
import { bundleBehaviour } from "./bundle-behaviour.ts";
import { makeProject, type Project } from "./packed-sdk.ts";
import { bunProgram, folderOf, nodeProgram } from "./programs.ts";
import { run } from "./run.ts";
import { runWorker } from "./run-worker.ts";

let project: Project;
let mock: MockServer;
let expected: Outcome;

beforeAll(async () => {
  project = await makeProject();
  mock = await startMock({ latency: "instant" });
  expected = await behaveOnServer(await import("@model-access/sdk"), mock.baseURL);
  project.write(
    "program.mjs",
    `import * as sdk from "@model-access/sdk";
import { behaveOnServer } from "./behaviour.mjs";
console.log(JSON.stringify(await behaveOnServer(sdk, ${JSON.stringify(mock.baseURL)})));
`,
  );
  project.write(
    "program.cjs",
    `const sdk = require("@model-access/sdk");
const { behaveOnServer } = require("./behaviour.cjs");
behaveOnServer(sdk, ${JSON.stringify(mock.baseURL)}).then((outcome) => console.log(JSON.stringify(outcome)));
`,
  );
});

afterAll(async () => {
  await mock?.close();
  project?.remove();
});

test("the behaviour is the one that the SDK promises", () => {
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
const deno = [
  join(folderOf("deno"), "bin.cjs"),
  "run",
  "--no-remote",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1",
];

test.each([
  ["an ES module on Node 22", nodeProgram("node-22"), ["program.mjs"]],
  ["an ES module on Node 24", process.execPath, ["program.mjs"]],
  ["an ES module on Node 26", nodeProgram("node-26"), ["program.mjs"]],
  ["CommonJS on Node 22", nodeProgram("node-22"), [noRequireOfEsModules, "program.cjs"]],
  ["CommonJS on Node 24", process.execPath, [noRequireOfEsModules, "program.cjs"]],
  ["CommonJS on Node 26", nodeProgram("node-26"), ["program.cjs"]],
  ["an ES module on Bun", bunProgram, ["program.mjs"]],
  ["CommonJS on Bun", bunProgram, ["program.cjs"]],
  ["an ES module on Deno", process.execPath, [...deno, "--allow-env", "--allow-read", "program.mjs"]],
  ["CommonJS on Deno", process.execPath, [...deno, "--allow-env", "--allow-read", "program.cjs"]],
])("the SDK behaves the same in %s", async (_name, program, args) => {
  const { code, stdout, stderr } = await run(program, args, {
    cwd: project.folder,
    env: { DENO_NO_UPDATE_CHECK: "1" },
  });

  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual(expected);
});

test.each([
  [
    "ES modules",
    "sync.mjs",
    'import { InvalidKeyError } from "@model-access/sdk";\nimport { getBotResponseSync } from "@model-access/sdk/sync";',
  ],
  [
    "CommonJS",
    "sync.cjs",
    'const { InvalidKeyError } = require("@model-access/sdk");\nconst { getBotResponseSync } = require("@model-access/sdk/sync");',
  ],
])(
  "a synchronous call has its answer, and its typed refusal, in %s on the oldest Node",
  async (_build, file, imports) => {
    project.write(
      file,
      `${imports}
const question = { bot: "GPT-5.2", messages: [{ role: "user", content: "Name three rivers." }] };
const options = { baseURL: ${JSON.stringify(mock.baseURL)}, maxRetries: 0 };
let pieces = 0;
for (const { text } of getBotResponseSync({ ...question, apiKey: "sk-mock-full" }, options)) pieces += text === "" ? 0 : 1;
try {
  getBotResponseSync({ ...question, apiKey: "sk-mock-revoked" }, options).next();
} catch (error) {
  console.log(pieces > 1, error instanceof InvalidKeyError);
}
`,
    );

    const { code, stdout, stderr } = await run(nodeProgram("node-22"), [file], { cwd: project.folder });

    expect(code, stderr).toBe(0);
    expect(stdout).toBe("true true\n");
  },
);

test.each(["esm", "cjs"] as const)("the SDK behaves the same in a bundle (%s)", async (format) => {
  const file = await bundleBehaviour(join(project.folder, `bundle.${format === "esm" ? "mjs" : "cjs"}`), {
    baseURL: mock.baseURL,
    lastLine: "behaveOnServer(sdk, BASE_URL).then((outcome) => console.log(JSON.stringify(outcome)));",
    format,
    project: project.folder,
  });

  const { code, stdout, stderr } = await run(process.execPath, [file]);

  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual(expected);
});

test("the SDK behaves the same on Workers", async () => {
  const file = await bundleBehaviour(join(project.folder, "worker.mjs"), {
    baseURL: mock.baseURL,
    lastLine: "export default { async fetch() { return Response.json(await behaveOnServer(sdk, BASE_URL)); } };",
    project: project.folder,
  });
  const output = await runWorker(file);

  // It has the same words for a connection that was refused and for one that broke later, so that no one can say "no".
  expect(output).toEqual({ ...expected, unreachable: "ConnectionError ModelAccessError   lost maybe" });
});
