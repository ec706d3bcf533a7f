import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, onTestFailed, onTestFinished, test } from "vitest";
import { rules } from "../src/index.js";
import { key, noText } from "../test/deployment.ts";
import { openDeployment } from "../test/faults/deployment.ts";
import type { Fault } from "../test/faults/fault.ts";
import { isAt } from "../test/faults/rows.ts";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const folder = mkdtempSync(join(tmpdir(), "contract-suite-"));
afterAll(() => rmSync(folder, { recursive: true }));

const selected = rules.filter(({ id }) => /^(models|bots|chat\/reply)\//.test(id));

test("a suite has a test for each rule, and all pass on a correct deployment", async () => {
  const { code, tests } = await runSuite({ MODEL_ACCESS_BASE_URL: await opened() });

  expect(tests.filter(({ status }) => status === "failed")).toEqual([]);
  expect(code).toBe(0);
  expect(tests.map(({ title }) => title)).toEqual([
    "the run is complete",
    ...selected.map(({ id, sentence }) => `${id}: ${sentence}`),
  ]);
});

test("a broken rule fails its test with the evidence, and what is not offered is skipped", async () => {
  const baseURL = await opened({
    ...noText,
    answer: (answer, asked, memory) => {
      noText.answer?.(answer, asked, memory);
      if (isAt("bots", asked.path)) answer.status = 404;
    },
  });

  const { code, tests } = await runSuite({ MODEL_ACCESS_BASE_URL: baseURL });
  const text = tests.find(({ title }) => title.startsWith("chat/reply/text:"));

  expect(code).toBe(1);
  expect(text?.status).toBe("failed");
  expect(text?.failureMessages.join()).toContain("/choices/0/message/content");
  expect(text?.failureMessages.join()).toContain('"$MODEL_ACCESS_API_KEY"');
  expect(text?.failureMessages.join()).not.toContain(key);
  expect(new Set(tests.filter(({ title }) => title.startsWith("bots/")).map(({ status }) => status))).toEqual(
    new Set(["skipped"]),
  );
});

test("a known failure is skipped until it expires", async () => {
  const baseURL = await opened(noText);
  const BASELINE = JSON.stringify([{ rule: "chat/reply/text", reason: "ticket 12", expires: "2999-12-31" }]);

  const { tests } = await runSuite({ MODEL_ACCESS_BASE_URL: baseURL, BASELINE });

  expect(tests.find(({ title }) => title.startsWith("chat/reply/text:"))?.status).toBe("skipped");
});

test("a suite fails when the deployment can't be reached", async () => {
  const { code, output } = await runSuite({ MODEL_ACCESS_BASE_URL: "http://127.0.0.1:1" });

  expect(code).toBe(1);
  expect(output).toContain("The service could not be reached");
});

/** Opens a deployment on a port, and closes it when the test is over. */
async function opened(fault?: Fault): Promise<string> {
  const { baseURL, close } = await openDeployment(fault);
  onTestFinished(close);
  return baseURL;
}

interface SuiteTest {
  title: string;
  status: string;
  failureMessages: string[];
}

/** Runs the suite of suite/ in a process of its own, as a user's build does. */
function runSuite(
  environment: Record<string, string>,
): Promise<{ code: number | null; tests: SuiteTest[]; output: string }> {
  const file = join(folder, "result.json");
  const options = ["--config", join(import.meta.dirname, "suite/vitest.config.ts")];
  const child = spawn(
    process.execPath,
    [vitest, "run", ...options, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    { env: { PATH: process.env.PATH ?? "", MODEL_ACCESS_API_KEY: key, NO_COLOR: "1", ...environment } },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  onTestFailed(() => console.error(output));
  return new Promise((resolve) =>
    child.on("close", (code) => {
      const { testResults } = JSON.parse(readFileSync(file, "utf8"));
      resolve({ code, output, tests: testResults[0].assertionResults });
    }),
  );
}
