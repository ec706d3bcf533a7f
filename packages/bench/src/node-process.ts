import { fork } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** CPU time and memory of a process so far, its workers included. */
export interface Usage {
  cpuMs: number;
  peakMemoryMb: number;
}

/** A program of Node that runs beside the bench, and ends with it or when it is disposed of. */
export interface NodeProcess extends AsyncDisposable {
  /** Sends a message and resolves to the next one that comes. */
  ask<Answer>(message: unknown): Promise<Answer>;
  /** Resolves to the next message. */
  hear<Answer>(): Promise<Answer>;
  /** Resolves to the next line of stdout. */
  readLine(): Promise<string>;
  /** Resolves to all of stdout when the program ends well. */
  readAll(): Promise<string>;
  usage(): Promise<Usage>;
}

const preload = new URL("child.mjs", import.meta.url).href;

/** Starts a program. What is asked of it rejects with its end of stderr once it has ended. */
export function startNode(
  name: string,
  [program = "", ...args]: readonly string[],
  { env = {} }: { env?: NodeJS.ProcessEnv | undefined } = {},
): NodeProcess {
  const child = fork(program, args, {
    execArgv: ["--import", preload, "--expose-gc"],
    env: { ...process.env, SCARF_ANALYTICS: "false", DO_NOT_TRACK: "1", NODE_NO_WARNINGS: "1", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors = `${errors}${chunk}`.slice(-2000);
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream }); // a pipe, as asked for
  const exited = once(child, "close");
  const failed = exited.then(([status, signal]) => {
    throw new Error(`${name} ended with ${signal ?? `status ${status}`}. ${errors.trim()}`);
  });
  failed.catch(() => undefined); // told to those who wait

  async function next<Value>(emitter: NodeJS.EventEmitter, event: string): Promise<Value> {
    const [value] = await Promise.race([once(emitter, event), failed]);
    return value as Value; // as that program sends it
  }
  const ask = <Answer>(message: unknown) => {
    const answer = next<Answer>(child, "message");
    child.send(message as object, () => undefined); // a failure is that of the process, which `failed` tells
    return answer;
  };
  return {
    ask,
    hear: () => next(child, "message"),
    readLine: () => next(lines, "line"),
    async readAll() {
      let all = "";
      for await (const line of lines) all += `${line}\n`;
      const [status] = await exited;
      return status === 0 ? all : failed;
    },
    usage: () => ask("usage"),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
    },
  };
}

/** The path of a program beside the given module. */
export const pathOf = (name: string, module: string) => fileURLToPath(new URL(name, module));
