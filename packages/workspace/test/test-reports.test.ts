import { expect, test } from "vitest";
import { readReport } from "../../../scripts/test-reports.mjs";

const project = { root: "/work/", folder: "packages/sdk" };

test("a report of Vitest names each failed test with its file", () => {
  const report = {
    success: false,
    ...{ numPassedTests: 1, numFailedTests: 1, numPendingTests: 1, numTodoTests: 0 },
    testResults: [
      {
        name: "/work/packages/sdk/test/retries.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "waits as long as Retry-After says", status: "passed" },
          { fullName: "retries a lost connection once", status: "failed" },
          { fullName: "stops at the deadline", status: "skipped" },
        ],
      },
    ],
  };

  expect(readReport(report, project)).toEqual({
    ...{ passed: 1, failed: 1, skipped: 1 },
    failures: ["packages/sdk/test/retries.test.ts: retries a lost connection once"],
  });
});

test("a file that Vitest can't load, and an error outside the tests, are failures", () => {
  const counts = { success: false, numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  const unloadable = {
    name: "/work/packages/sdk/test/raw.test.ts",
    ...{ status: "failed", message: "Cannot find module './gone'\n  at …", assertionResults: [] },
  };

  expect(readReport({ ...counts, testResults: [unloadable] }, project)).toMatchObject({
    failed: 1,
    failures: ["packages/sdk/test/raw.test.ts: Cannot find module './gone'"],
  });
  expect(readReport({ ...counts, testResults: [] }, project)).toMatchObject({
    failed: 1,
    failures: ["packages/sdk: an error outside the tests"],
  });
});

test("a report of Playwright names each failed test with its file and groups", () => {
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [],
    suites: [
      {
        ...{ title: "chat.test.ts", file: "chat.test.ts", specs: [{ title: "streams an answer", ok: true }] },
        suites: [
          {
            ...{ title: "without points", file: "chat.test.ts" },
            specs: [{ title: "shows the banner", ok: false }],
          },
        ],
      },
    ],
  };

  expect(readReport(report, { root: "/work/", folder: "examples/chat-app" })).toEqual({
    ...{ passed: 1, failed: 1, skipped: 0 },
    failures: ["examples/chat-app/test-browser/chat.test.ts: without points shows the banner"],
  });
});

test("what stops Playwright before its tests is a failure", () => {
  const report = {
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [{ message: "Error: the mock did not start\n    at setup" }],
    suites: [],
  };

  expect(readReport(report, { root: "/work/", folder: "examples/chat-app" })).toMatchObject({
    failed: 1,
    failures: ["examples/chat-app: Error: the mock did not start"],
  });
});
