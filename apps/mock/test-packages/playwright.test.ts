import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readExchanges } from "@model-access/contract";
import { afterAll, expect, test } from "vitest";
import { startMock } from "../src/index.js";

const runner = createRequire(import.meta.url).resolve("@playwright/test/cli");
const config = fileURLToPath(new URL("runners/playwright.config.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mock-playwright-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Result {
  status: string;
  annotations: { type: string; description?: string }[];
  attachments: { name: string; contentType: string; body?: string }[];
  errors: { message?: string }[];
}

interface Suite {
  specs: { title: string; tests: { results: Result[] }[] }[];
  suites?: Suite[];
}

/** Runs the tests of runners/ with Playwright's own runner; they need no browser. */
async function run(environment: Record<string, string> = {}, titles = "."): Promise<(title: string) => Result> {
  const args = [runner, "test", "--config", config, "--reporter", "json", "--grep", titles];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PLAYWRIGHT_OUTPUT: folder, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const report = JSON.parse(await text(child.stdout)) as { suites: Suite[]; errors: { message: string }[] };
  const specs = report.suites.flatMap(function all({ specs: own, suites = [] }: Suite): Suite["specs"] {
    return [...own, ...suites.flatMap(all)];
  });
  return (title) => {
    const result = specs.find((spec) => spec.title === title)?.tests[0]?.results[0];
    if (result === undefined) throw new Error(`Playwright ran no test '${title}': ${JSON.stringify(report.errors)}`);
    return result;
  };
}

const originOf = ({ annotations }: Result) => annotations.find(({ type }) => type === "origin")?.description;

const journalOf = ({ attachments }: Result) => {
  const [attached] = attachments.filter(({ name }) => name === "mock-journal.jsonl");
  return attached && readExchanges(Buffer.from(attached.body ?? "", "base64").toString());
};

test("with Playwright, one mock serves all workers, each test has a session, and a failed test its journal", async () => {
  const resultOf = await run();

  const own = resultOf("has a session of its own");
  const other = resultOf("uses the mock of the run in another worker too");
  const failed = resultOf("fails and keeps its journal");
  expect([own.status, other.status, failed.status]).toEqual(["passed", "passed", "failed"]);
  expect(originOf(own)).toBe(originOf(other));
  expect(journalOf(own)).toBeUndefined();
  const inPage = resultOf("a page of the app meets the session's faults");
  expect(inPage.status).toBe(process.env.CHROMIUM_PATH ? "passed" : "skipped");
  expect(journalOf(failed)?.map(({ request }) => request.target)).toEqual(["/v1/chat/completions"]);

  const judged = resultOf("fails by what its client did");
  expect(judged.status).toBe("failed");
  expect(judged.errors[0]?.message).toContain("- x-2, retried-a-refusal: Sent the same request again after 400");
  expect(journalOf(judged)).toHaveLength(2);
  expect(resultOf("passes where its client did nothing wrong").status).toBe("passed");
});

test("with Playwright, a mock that runs already is used by its URL", async () => {
  const mock = await startMock({ latency: "instant" });

  const resultOf = await run({ MODEL_ACCESS_MOCK_URL: mock.baseURL }, "has a session of its own");
  await mock.close();

  expect(originOf(resultOf("has a session of its own"))).toBe(mock.baseURL);
});

test("with Playwright, without a setup each worker starts a mock", async () => {
  const resultOf = await run({ WITHOUT_SETUP: "1" }, "has a session of its own");

  expect(resultOf("has a session of its own").status).toBe("passed");
});
