import { test as base, recordArtifact, type TestArtifactBase } from "vitest";
import { mockOfRun } from "./testing/mock-of-run.js";
import { beginMockOfTest, type TestMock } from "./testing/mock-of-test.js";

export { expect } from "vitest";
export { mockSetup } from "./setup.js";
export type { TestMock } from "./testing/mock-of-test.js";

declare module "vitest" {
  interface TestArtifactRegistry {
    mockJournal: MockJournalArtifact;
  }
}

/** The journal of a test that failed, as JSON Lines in the exchange format. */
export interface MockJournalArtifact extends TestArtifactBase {
  type: "@model-access/mock:journal";
}

/** The fixtures and options of each test. */
export interface MockFixtures {
  /**
   * A session of the mock for this test alone, and what steers it. The journal of a test that failed is attached to it.
   */
  mock: TestMock;
  /** Fails a test where its client did something that it had been told not to; default no. */
  failOnVerdict: boolean;
  /** The address of the mock: the one of `globalSetup`, else one that is started for the file. */
  mockURL: string;
}

/**
 * Vitest's `test` with a mock.
 * @example
 * test("says that it is out of points", async ({ mock, expect }) => {
 *   await mock.keys.change("sk-mock-full", { points: 0 });
 *   const client = new ModelAccess({ baseURL: mock.baseURL, apiKey: "sk-mock-full" });
 *   await expect(client.usage.balance()).resolves.toMatchObject({ current_point_balance: 0 });
 * });
 */
export const test = base.extend<MockFixtures>({
  failOnVerdict: false,
  mockURL: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that one needs from its pattern
    async ({}, use) => {
      const mock = await mockOfRun(undefined);
      await use(mock.baseURL);
      await mock.close();
    },
    { scope: "file" },
  ],
  mock: async ({ mockURL, failOnVerdict, task }, use) => {
    const { mock, end } = beginMockOfTest(mockURL, { title: task.name });
    await use(mock);
    await end({
      hasFailed: task.result?.state === "fail",
      failOnVerdict,
      // A test that is over takes no annotations.
      attach: (journal) =>
        recordArtifact(task, {
          type: "@model-access/mock:journal",
          attachments: [{ body: new TextEncoder().encode(journal), contentType: "application/jsonl" }],
        }),
    });
  },
});
