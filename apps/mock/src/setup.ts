import type { ServerOptions } from "./server.js";
import { startMockOfRun } from "./testing/mock-of-run.js";

/**
 * Returns a global setup for Playwright or Vitest that starts one mock for the whole run, with these options, and ends it
 * afterwards. The fixtures of all workers use it. Where the environment variable MODEL_ACCESS_MOCK_URL names a mock, that
 * one is used.
 * @example
 * // mock-setup.ts, named as `globalSetup` in the runner's configuration
 * export default mockSetup({ port: 4010, state: "team.yaml" });
 */
export function mockSetup(options: ServerOptions = {}): () => Promise<() => Promise<void>> {
  return async () => (await startMockOfRun(options)).close;
}

/** Starts one mock on any free port: `globalSetup: "@model-access/mock/setup"`. */
export default mockSetup();
