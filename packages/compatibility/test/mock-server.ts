import { type MockServer, startMock } from "@model-access/mock";
import { afterAll } from "vitest";

/** Starts a mock without latency for the tests of one file, and closes it after them. */
export async function startFileMock(): Promise<MockServer> {
  const mock = await startMock({ latency: "instant" });
  afterAll(() => mock.close());
  return mock;
}
