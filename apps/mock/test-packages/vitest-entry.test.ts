import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readExchanges } from "@model-access/contract";
import { afterAll, expect, test } from "vitest";
import { startVitest, type TestCase } from "vitest/node";
import { startMock } from "../src/index.js";

const setup = fileURLToPath(new URL("../dist/setup.js", import.meta.url));
const root = fileURLToPath(new URL("runners", import.meta.url));
const cacheDir = mkdtempSync(join(tmpdir(), "mock-vitest-"));
afterAll(() => rmSync(cacheDir, { recursive: true }));

/** Runs the tests of runners/ with a Vitest of its own. */
async function run({
  url,
  globalSetup,
  testNamePattern = ".",
}: {
  url?: string;
  globalSetup?: string;
  testNamePattern?: string;
}): Promise<(title: string) => TestCase> {
  if (url !== undefined) process.env.MODEL_ACCESS_MOCK_URL = url;
  const exitCode = process.exitCode;
  const noLimits = { testTimeout: 0, hookTimeout: 0, testNamePattern };
  // What is installed is not transformed, and here the mock is linked.
  const server = { deps: { external: [/\/dist\//] } };
  const options = { root, config: false as const, include: ["*.vitest.ts"], watch: false, reporters: [{}], server };
  const named = globalSetup === undefined ? {} : { globalSetup };
  const vitest = await startVitest("test", [], { ...options, ...noLimits, ...named }, { cacheDir });
  const cases = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const failures = vitest.state.getUnhandledErrors();
  await vitest.close();
  process.exitCode = exitCode; // that some of them fail is what is tested
  delete process.env.MODEL_ACCESS_MOCK_URL;
  return (title) => {
    const found = cases.find(({ name }) => name === title);
    if (found === undefined) throw new Error(`Vitest ran no test '${title}': ${JSON.stringify(failures)}`);
    return found;
  };
}

const originOf = (found: TestCase) => found.annotations().find(({ type }) => type === "origin")?.message;

const journalOf = (found: TestCase) => {
  const attachment = found.artifacts().find(({ type }) => type === "@model-access/mock:journal")?.attachments?.[0];
  return attachment && readExchanges(Buffer.from(String(attachment.body), "base64").toString());
};

test("with Vitest, one mock serves all files, each test has a session, and a failed test its journal", async () => {
  const caseOf = await run({ globalSetup: setup });

  const own = caseOf("has a session of its own");
  const failed = caseOf("fails and keeps its journal");
  const looks = caseOf("looks at what its client sent");
  expect([own, failed, looks].map((found) => found.result().state)).toEqual(["passed", "failed", "passed"]);
  expect(originOf(own)).toBe(originOf(caseOf("uses the mock of the run in another file too")));
  expect(journalOf(own)).toBeUndefined();
  expect(journalOf(failed)?.map(({ request }) => request.target)).toEqual(["/v1/chat/completions"]);

  const judged = caseOf("fails by what its client did");
  expect(judged.result().errors?.[0]?.message).toContain("- x-2, retried-a-refusal: Sent the same request again");
  expect(journalOf(judged)).toHaveLength(2);
  expect(caseOf("passes where its client did nothing wrong").result().state).toBe("passed");
});

test("with Vitest, a mock that runs already is used by its URL", async () => {
  const mock = await startMock({ latency: "instant" });

  const caseOf = await run({ url: mock.baseURL, globalSetup: setup, testNamePattern: "a session of its own" });
  await mock.close();

  expect(originOf(caseOf("has a session of its own"))).toBe(mock.baseURL);
});

test("with Vitest, without a setup each file starts a mock", async () => {
  const caseOf = await run({ testNamePattern: "a session of its own|in another file too" });

  const origins = ["has a session of its own", "uses the mock of the run in another file too"].map((title) =>
    originOf(caseOf(title)),
  );
  expect(new Set(origins).size).toBe(2);
});
