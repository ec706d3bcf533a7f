import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../dist/command.js", import.meta.url));

/** The command as it is installed, in a process of its own. */
export interface MockProcess {
  readonly baseURL: string;
  readonly child: ChildProcess;
  /** Returns its log so far. */
  log(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts the command on a free port with a store, and waits until it listens. Rejects with what it says where it ends. */
export async function startMockProcess(
  store: string,
  { args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<MockProcess> {
  const child = spawn(process.execPath, [program, "--port", "0", "--latency", "instant", "--log", "json", ...args], {
    env: { ...process.env, MODEL_ACCESS_MOCK_STORE: store, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const ended = once(child, "exit").then(([status]) => {
    throw new Error(`The mock ended with status ${status}: ${log}`);
  });
  const [line] = await Promise.race([once(child.stdout, "data"), ended]);
  ended.catch(() => undefined);
  const { url: baseURL } = JSON.parse(String(line)) as { url: string }; // the line that says that it listens
  return {
    baseURL,
    child,
    log: () => log,
    async kill(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill(signal);
      await exit;
    },
  };
}

/** A call of the service or of the admin API, with the key that does everything. */
export function ask(baseURL: string, path: string, { body, method, headers }: AskOptions = {}): Promise<Response> {
  return fetch(baseURL + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      authorization: "Bearer sk-mock-full",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(path.startsWith("/_mock") && { "x-mock-admin": "1" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

interface AskOptions {
  body?: unknown;
  method?: string;
  headers?: Record<string, string>;
}

export const question = (more: object = {}) => ({
  model: "GPT-5.2",
  messages: [{ role: "user", content: "Name one prime." }],
  ...more,
});
