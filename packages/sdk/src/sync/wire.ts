import type { BotQuery } from "../bots/bots.js";
import type { UploadInput } from "../files/upload-form.js";
import type { ClientOptions } from "../options/client-options.js";

/** The options that can go to another thread: no functions, no signals. */
export type SyncOptions = Pick<
  ClientOptions,
  | "allowInsecureHosts"
  | "baseURL"
  | "defaultHeaders"
  | "keyHeader"
  | "maxEventBytes"
  | "maxResponseBytes"
  | "maxRetries"
  | "maxRetryAfterMs"
  | "retryOn"
  | "timeouts"
> & {
  /** The API key, as a string. Without it `MODEL_ACCESS_API_KEY` is read. */
  apiKey?: string | undefined;
};

/** The task of the worker. */
export type Task =
  | { kind: "respond"; query: BotQuery; options: SyncOptions }
  | { kind: "upload"; input: UploadInput; options: SyncOptions };

/** The data that a worker starts with. `signal` counts its answers, for the thread that sleeps on it. */
export interface WorkerData<Port> {
  port: Port;
  signal: Int32Array;
  task: Task;
}

/** An answer of the worker. */
export type Reply =
  | { kind: "ready" }
  | { kind: "value"; value: unknown }
  | { kind: "done" }
  | { kind: "failure"; failure: Failure }
  /**
   * Nothing in the thread expected the error, so only its class and code are named: no message that may hold the key.
   */
  | { kind: "death"; cause: string };

/** An error as plain data. */
export interface Failure {
  /** True if its class belongs to this package. The platform has an `AbortError` too. */
  isOurs: boolean;
  name: string;
  message: string;
  /** Everything that it knows beside. */
  details: Record<string, unknown>;
  cause?: Failure | undefined;
}
