import { ModelAccessError } from "../errors/model-access-error.js";

/** One end of a channel, as far as it is used here. */
export interface Port {
  postMessage(value: unknown): void;
  on(event: "message", listener: (value: unknown) => void): void;
  unref(): void;
  close(): void;
}

/** `node:worker_threads`, as far as it is used here; this package has no types of Node. */
export interface NodeThreads {
  Worker: new (
    code: string,
    options: { eval: true; workerData: unknown; transferList: Port[] },
  ) => {
    on(event: "error", listener: (error: unknown) => void): void;
    postMessage(value: unknown, transferList: Port[]): void;
    unref(): void;
    terminate(): Promise<number>;
  };
  MessageChannel: new () => { port1: Port; port2: Port };
  receiveMessageOnPort(port: Port): { message: unknown } | undefined;
  workerData: unknown;
}

/** `process`, as far as a worker thread uses it. */
export interface NodeProcess {
  on(event: "uncaughtException", listener: (error: unknown) => void): void;
  exit(code: number): never;
}

interface Runtime {
  Bun?: unknown;
  Deno?: unknown;
  process?: NodeProcess & { getBuiltinModule?(name: string): unknown };
}

/** Returns the threads of Node. Throws on other platforms; `instead` names the function that works there. */
export function nodeThreads(instead: string): NodeThreads {
  const threads = builtinThreads();
  if (!threads) throw new ModelAccessError(`A synchronous call needs Node 22.3 or later; use ${instead}`);
  // The name says what it is.
  return threads as NodeThreads;
}

function builtinThreads(): unknown {
  const { Bun, Deno, process } = globalThis as Runtime;
  if (Bun !== undefined || Deno !== undefined) return undefined;
  try {
    return process?.getBuiltinModule?.("node:worker_threads");
  } catch {
    // An edge runtime that imitates Node has the name only to complain of its use.
    return undefined;
  }
}
