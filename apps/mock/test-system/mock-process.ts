import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { clientOf } from "../test/client.js";

const program = fileURLToPath(new URL("../dist/command.js", import.meta.url));

/** The command as it is installed, in a process of its own, and the calls of it. */
export interface MockProcess extends ReturnType<typeof clientOf> {
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
    ...clientOf({ fetch, baseURL }),
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
