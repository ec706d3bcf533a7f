import { type Admin, type AdminVerdict, createAdmin } from "../admin-client.js";

/** The session of one test, and what steers it. */
export interface TestMock extends Admin {
  /**
   * The base URL of the session, such as `http://127.0.0.1:4010/_session/shows-a-reply-1f3a5c7e`; clients that want it
   * add `/v1`.
   */
  readonly baseURL: string;
  /** A key that does everything and names the session, for what takes a key only: `sk-mock-full@NAME`. */
  readonly apiKey: string;
}

/** The way to end a test's session. */
interface TestEnd {
  hasFailed: boolean;
  /** Fails the test where its client did something wrong. */
  failOnVerdict: boolean;
  /** Gets the journal, as JSON Lines, of a test that failed. */
  attach: (journal: string) => Promise<unknown>;
}

/** Gives a test its own session, named after it, and a function to call when the test is over. */
export function beginMockOfTest(
  url: string,
  { title }: { title: string },
): { mock: TestMock; end: (options: TestEnd) => Promise<void> } {
  const readable = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const session = `${readable.slice(0, 40).replace(/^-/, "")}-${crypto.randomUUID().slice(0, 8)}`;
  const mock: TestMock = {
    ...createAdmin({ baseURL: url, session }),
    baseURL: `${new URL(url).origin}/_session/${session}`,
    apiKey: `sk-mock-full@${session}`,
  };
  return {
    mock,
    async end({ hasFailed, failOnVerdict, attach }) {
      const wrong = failOnVerdict ? await mock.journal.faultsOfClient() : [];
      if (hasFailed || wrong.length > 0) await attach(await mock.journal.export());
      else await mock.forget();
      if (wrong.length > 0) throw new Error(`The client did wrong:\n${wrong.map(lineOf).join("\n")}`);
    },
  };
}

const lineOf = ({ exchange, code, says }: AdminVerdict & { exchange: string }) => `- ${exchange}, ${code}: ${says}`;
