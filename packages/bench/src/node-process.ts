import { fork } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../scripts/redis-server.mjs";

/** CPU time and memory of a process so far, its workers included. */
export interface Usage {
  cpuMs: number;
  peakMemoryMb: number;
}

/** A Node process beside the bench, which ends with it or when disposed. */
export interface NodeProcess extends AsyncDisposable {
  /** Sends a message and resolves to the next one received. */
  ask<Answer>(message: unknown): Promise<Answer>;
  /** Resolves to the next line of stdout. */
  readLine(): Promise<string>;
  /** Resolves to all of stdout when the program succeeds. */
  readAll(): Promise<string>;
  usage(): Promise<Usage>;
  /** Rejects, with the end of stderr, once the program has ended. */
  failed: Promise<never>;
}

/** A server and its command. */
export interface Subject {
  name: string;
  /** Program and arguments; takes a port if the program does not print its address as a line of JSON. */
  command: string[] | ((port: number) => string[]);
  env?: NodeJS.ProcessEnv;
}

export interface Server extends NodeProcess {
  baseURL: string;
}

const preload = fileURLToPath(new URL("child.mjs", import.meta.url));

/** Starts a program. Pending requests reject once it has ended. */
export function startNode(
  name: string,
  [program = "", ...args]: readonly string[],
  env?: NodeJS.ProcessEnv,
): NodeProcess {
  const child = fork(program, args, {
    execArgv: ["--require", preload, "--expose-gc"],
    env: { ...process.env, SCARF_ANALYTICS: "false", DO_NOT_TRACK: "1", NODE_NO_WARNINGS: "1", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors = `${errors}${chunk}`.slice(-2000);
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream }); // a pipe, by `stdio`
  const exited = once(child, "close");
  const failed = exited.then(([status, signal]) => {
    throw new Error(`${name} ended with ${signal ?? `status ${status}`}. ${errors.trim()}`);
  });
  failed.catch(() => undefined); // pending requests reject with it

  async function next<Value>(emitter: NodeJS.EventEmitter, event: string): Promise<Value> {
    const [value] = await Promise.race([once(emitter, event), failed]);
    return value as Value; // the program's own message
  }
  const ask = <Answer>(message: unknown) => {
    const answer = next<Answer>(child, "message");
    child.send(message as object, () => undefined); // `failed` reports the process's failure
    return answer;
  };
  return {
    ask,
    failed,
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

/** Starts a subject on a free port and waits until it answers. */
export async function startServer({ name, command, env }: Subject): Promise<Server> {
  const port = Array.isArray(command) ? 0 : await freePort();
  const child = startNode(name, Array.isArray(command) ? command : command(port), env);
  try {
    const baseURL = port === 0 ? await readURL(child) : `http://127.0.0.1:${port}`;
    while (!(await Promise.race([isAnswering(baseURL), child.failed]))) await delay(20);
    return { ...child, baseURL };
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
}

/** Reads the address that our programs print with `--log json`. */
export async function readURL(child: NodeProcess): Promise<string> {
  return JSON.parse(await child.readLine()).url;
}

async function isAnswering(baseURL: string): Promise<boolean> {
  const headers = { authorization: "Bearer sk-mock-full" };
  const answer = await fetch(`${baseURL}/v1/models`, { headers }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Returns the path of a program beside a module. */
export const pathOf = (name: string, module: string) => fileURLToPath(new URL(name, module));
