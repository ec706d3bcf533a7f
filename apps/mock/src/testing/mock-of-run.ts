import { type ServerOptions, startMock } from "../server.js";

/** Names the mock of a test run, for all of its workers. */
const variable = "MODEL_ACCESS_MOCK_URL";

/** A mock that tests use, wherever it runs. */
export interface MockOfRun {
  baseURL: string;
  /** Ends it where it was started for this. */
  close(): Promise<void>;
}

/** The mock at a URL, else the one of the run, else one that is started here. */
export async function mockOfRun(url: string | undefined): Promise<MockOfRun> {
  const baseURL = url ?? (process.env[variable] || undefined);
  return baseURL === undefined ? startMock({ latency: "instant" }) : { baseURL, close: async () => undefined };
}

/**
 * Starts one mock for all workers of a run, and names it in the environment. Where that names one already, it starts
 * none, and rejects with one sentence if none answers there.
 */
export async function startMockOfRun(options: ServerOptions): Promise<MockOfRun> {
  const given = process.env[variable] || undefined;
  if (given !== undefined) {
    await checkAnswers(given);
    return { baseURL: given, close: async () => undefined };
  }
  const mock = await startMock({ latency: "instant", ...options });
  process.env[variable] = mock.baseURL;
  return {
    baseURL: mock.baseURL,
    async close() {
      delete process.env[variable];
      await mock.close();
    },
  };
}

async function checkAnswers(baseURL: string): Promise<void> {
  const ready = await fetch(new URL("/readyz", baseURL)).catch(() => undefined);
  if (ready?.ok !== true) throw new Error(`${variable} is ${baseURL}, and no mock answers there.`);
}
