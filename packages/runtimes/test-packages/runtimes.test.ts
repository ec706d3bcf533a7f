// Compares the SDK on every runtime with this Node. Next and the compilers have their own folders.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { expect, inject } from "vitest";
import { bundleBehaviour, bundleProvider } from "./bundle.ts";
import { bun, deno, jest, node22, node26, vitest } from "./programs.ts";
import { makeInsideProject, test } from "./project.ts";
import { runWell } from "./run.ts";
import { behave } from "./sdk/provider-behaviour.ts";

const { consumer } = inject("registry");

test("the behaviour is as documented", ({ expected }) => {
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

const withoutRequireOfEsModules = ["--no-experimental-require-module", "program.cjs"];
const runDeno = [deno, "run", "--no-remote", "--node-modules-dir=manual", "--allow-net=127.0.0.1"];
const inDeno = [...runDeno, "--allow-env", "--allow-read"];

test.for<[name: string, program: string, args: string[]]>([
  ["an ES module on Node 22", node22, ["program.mjs"]],
  ["an ES module on Node 24", process.execPath, ["program.mjs"]],
  ["an ES module on Node 26", node26, ["program.mjs"]],
  ["an ES module on Bun", bun, ["program.mjs"]],
  ["an ES module on Deno", process.execPath, [...inDeno, "program.mjs"]],
  ["CommonJS on Node 22", node22, withoutRequireOfEsModules],
  ["CommonJS on Node 24", process.execPath, withoutRequireOfEsModules],
  ["CommonJS on Node 26", node26, ["program.cjs"]],
  ["CommonJS on Bun", bun, ["program.cjs"]],
  ["CommonJS on Deno", process.execPath, [...inDeno, "program.cjs"]],
])("the SDK behaves the same in %s", async ([_name, program, args], { mock, expected }) => {
  const env = { MODEL_ACCESS_BASE_URL: mock.baseURL, DENO_NO_UPDATE_CHECK: "1" };

  const output = await runWell(program, args, { cwd: consumer, env });

  expect(JSON.parse(output)).toEqual(expected);
});

// Test runners run code in a separate realm, with a `fetch` that throws errors of another realm.
test.for<[name: string, folder: string, args: string[]]>([
  [
    "Jest as it comes, which is CommonJS",
    "jest",
    [jest, "--no-watchman", "--no-cache", "--testMatch", "**/behaves.cjs"],
  ],
  ["vitest's vmThreads", "vitest", [vitest, "run"]],
])("the SDK behaves the same in %s", async ([_name, folder, args], { mock, expected }) => {
  const project = makeInsideProject(folder);

  await runWell(process.execPath, args, { cwd: project, env: { MODEL_ACCESS_BASE_URL: mock.baseURL } });

  expect(JSON.parse(readFileSync(join(project, "outcome.json"), "utf8"))).toEqual(expected);
});

test.for([
  ["esm", "mjs"],
  ["cjs", "cjs"],
] as const)("the SDK behaves the same in a bundle (%s)", async ([format, extension], { mock, expected }) => {
  const file = await bundleBehaviour(join(consumer, `bundle.${extension}`), {
    baseURL: mock.baseURL,
    lastLine: "behaveOnServer(sdk, BASE_URL).then((outcome) => console.log(JSON.stringify(outcome)));",
    format,
    project: consumer,
  });

  const output = await runWell(process.execPath, [file]);

  expect(JSON.parse(output)).toEqual(expected);
});

test("the SDK behaves the same on Workers", async ({ mock, expected }) => {
  const file = await bundleBehaviour(join(consumer, "worker.mjs"), {
    baseURL: mock.baseURL,
    lastLine: "export default { async fetch() { return Response.json(await behaveOnServer(sdk, BASE_URL)); } };",
    project: consumer,
  });

  const outcome = await runWorker(file);

  // workerd reports a refused connection like one that broke later, so `mayHaveBeenProcessed` can't be false.
  expect(outcome).toEqual({ ...expected, unreachable: "ConnectionError ModelAccessError   lost maybe" });
});

test("the provider behaves the same on Workers as on Node", async ({ mock }) => {
  const options = { apiKey: "sk-mock-full", baseURL: mock.baseURL };
  const file = await bundleProvider(join(consumer, "provider.mjs"), {
    lastLine: `export default { async fetch() { return Response.json(await behave(${JSON.stringify(options)})); } };`,
  });

  const onNode = await behave(options);
  const onWorkers = await runWorker(file);

  const whole = { text: expect.stringMatching(/\w+/), finishReason: "stop", isStreamTheSame: true };
  expect(onNode).toEqual({
    chat: whole,
    messages: whole,
    responses: whole,
    bot: whole,
    tools: [["17 °C"], []],
    suggestedReplies: ["Tell me more.", "Give me an example."],
    cut: [[false, "StreamIncompleteError"]],
    aborted: "Error: Enough.",
    image: ["image/png", true],
  });
  expect(onWorkers).toEqual(onNode);
});

/** Runs a bundled module as a Worker, and returns the JSON that it answers. */
async function runWorker(file: string): Promise<unknown> {
  const worker = new Miniflare({
    modules: true,
    script: readFileSync(file, "utf8"),
    compatibilityDate: "2026-07-01",
    telemetry: { enabled: false },
  });
  try {
    return await (await worker.dispatchFetch("http://worker.example/")).json();
  } finally {
    await worker.dispose();
  }
}

test.for(["sync.mjs", "sync.cjs"])(
  "a synchronous call has its answer, and its typed refusal, on the oldest Node in %s",
  async (file, { mock }) => {
    const output = await runWell(node22, [file], { cwd: consumer, env: { MODEL_ACCESS_BASE_URL: mock.baseURL } });

    expect(output).toBe("true true\n");
  },
);

test("the mock's command runs on the oldest Node it supports", async () => {
  const command = fileURLToPath(new URL("command.js", import.meta.resolve("@model-access/mock")));

  const output = await runWell(node22, [command, "--version"]);

  expect(output).toMatch(/^model-access-mock \d+\.\d+\.\d+, contract \d+\.\d+\.\d+\n$/);
});

test("the bundled Prism gives an example on the oldest Node", async () => {
  const program = `
    import { createMock } from ${JSON.stringify(import.meta.resolve("@model-access/mock"))};
    const headers = { authorization: "Bearer sk-mock-full", prefer: "code=429" };
    const { status } = await createMock().fetch("http://mock/v1/models", { headers });
    console.log(status);
  `;

  const output = await runWell(node22, ["--input-type=module", "--eval", program]);

  expect(output).toBe("429\n");
});
