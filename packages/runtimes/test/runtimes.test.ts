import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleBehaviour } from "./bundle-behaviour.ts";
import { bunProgram, folderOf, nodeProgram } from "./programs.ts";
import { run } from "./run.ts";

// Inside the package, so that what is written there finds the SDK.
const folder = mkdtempSync(fileURLToPath(new URL("../reports-runtimes-", import.meta.url)));

let mock: MockServer;
let expected: unknown;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
  const { behave } = await import("./behaviour.ts");
  expected = await behave({ ...(await import("@model-access/sdk")), baseURL: mock.baseURL });
});

afterAll(async () => {
  await mock?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the behaviour is the one that the SDK promises", () => {
  expect(expected).toEqual({
    text: expect.stringMatching(/\w+/),
    isStreamTheSame: true,
    cut: "StreamIncompleteError 200 ",
    refused: "InvalidParameterError 400 invalid_parameter",
    wrongKey: "InvalidKeyError 401 invalid_api_key",
    aborted: "AbortError  ",
    models: expect.any(Number),
    showsKey: false,
  });
});

test.each([
  ["Node 22", nodeProgram("node-22"), []],
  ["Node 24", process.execPath, []],
  ["Node 26", nodeProgram("node-26"), []],
  ["Bun", bunProgram, []],
  [
    "Deno",
    process.execPath,
    [join(folderOf("deno"), "bin.cjs"), "run", "--no-remote", "--allow-net=127.0.0.1", "--allow-env", "--allow-read"],
  ],
])("the SDK behaves the same on %s", async (_name, program, args) => {
  const file = await bundleBehaviour(join(folder, "main.mjs"), {
    baseURL: mock.baseURL,
    lastLine: "console.log(JSON.stringify(await behave({ ModelAccess, baseURL: BASE_URL })));",
  });

  const { code, stdout, stderr } = await run(program, [...args, file], { env: { DENO_NO_UPDATE_CHECK: "1" } });

  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual(expected);
});

test("the SDK behaves the same on Workers", async () => {
  const file = await bundleBehaviour(join(folder, "worker.mjs"), {
    baseURL: mock.baseURL,
    lastLine:
      "export default { async fetch() { return Response.json(await behave({ ModelAccess, baseURL: BASE_URL })); } };",
  });
  const worker = new Miniflare({
    modules: true,
    scriptPath: file,
    compatibilityDate: "2026-07-01",
    telemetry: { enabled: false },
  });

  const response = await worker.dispatchFetch("http://worker.example/");
  const output = await response.json();
  await worker.dispose();

  expect(output).toEqual(expected);
});

test("a CommonJS program can require the SDK on the oldest Node", async () => {
  const file = join(folder, "program.cjs");
  writeFileSync(file, 'console.log(typeof require("@model-access/sdk").ModelAccess);');

  const { stdout } = await run(nodeProgram("node-22"), ["--no-warnings", file]);

  expect(stdout).toBe("function\n");
});
