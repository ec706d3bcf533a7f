import { test as base } from "@playwright/test";
import { mockOfRun } from "./testing/mock-of-run.js";
import { beginMockOfTest, type TestMock } from "./testing/mock-of-test.js";

export { expect } from "@playwright/test";
export { mockSetup } from "./setup.js";
export type { TestMock } from "./testing/mock-of-test.js";

/** The fixtures and options of each test. */
export interface MockFixtures {
  /**
   * A session of the mock for this test alone, and what steers it. The journal of a test that failed is attached to it.
   */
  mock: TestMock;
  /** Fails a test where its client did something that it had been told not to; default no. */
  failOnVerdict: boolean;
}

/** The fixtures that the tests of a worker share. */
export interface MockWorkerFixtures {
  /** The address of a running mock; by default the one of `globalSetup`, else one that the worker starts. */
  mockURL: string | undefined;
  /** The origin of this worker's mock. */
  mockOrigin: string;
}

/**
 * Playwright's `test` with a mock.
 * @example
 * test("says that it is out of points", async ({ mock, page }) => {
 *   await mock.keys.change("sk-mock-full", { points: 0 });
 *   await page.goto(`/chat?baseURL=${mock.baseURL}`);
 * });
 */
export const test = base.extend<MockFixtures, MockWorkerFixtures>({
  mockURL: [undefined, { option: true, scope: "worker" }],
  failOnVerdict: [false, { option: true }],
  mockOrigin: [
    async ({ mockURL }, use) => {
      const mock = await mockOfRun(mockURL);
      await use(mock.baseURL);
      await mock.close();
    },
    { scope: "worker" },
  ],
  mock: async ({ mockOrigin, failOnVerdict }, use, testInfo) => {
    const { mock, end } = beginMockOfTest(mockOrigin, testInfo);
    await use(mock);
    await end({
      hasFailed: testInfo.status !== testInfo.expectedStatus,
      failOnVerdict,
      attach: (body) => testInfo.attach("mock-journal.jsonl", { body, contentType: "application/jsonl" }),
    });
  },
});
