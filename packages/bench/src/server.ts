import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../scripts/redis-server.mjs";
import { type NodeProcess, startNode, type Usage } from "./node-process.ts";

/** A server to measure. */
export interface Subject {
  name: string;
  /** Its program and arguments; of a port where it does not print its address as a line of JSON. */
  command: string[] | ((port: number) => string[]);
  env?: NodeJS.ProcessEnv;
}

/** A subject that runs in a process of its own and answers. */
export interface Server extends AsyncDisposable {
  baseURL: string;
  usage(): Promise<Usage>;
  /** Wall time until it said that it listens, and CPU time until its first answer. */
  startMs: number;
  startCpuMs: number;
}

/** Starts a subject on a free port and waits until it answers. */
export async function startServer({ name, command, env }: Subject): Promise<Server> {
  const startedMs = performance.now();
  const port = Array.isArray(command) ? 0 : await freePort();
  const child = startNode(name, Array.isArray(command) ? command : command(port), { env });
  try {
    const baseURL = port === 0 ? await readURL(child) : `http://127.0.0.1:${port}`;
    const startMs = performance.now() - startedMs;
    await untilAnswers(baseURL, child);
    return { ...child, baseURL, startMs, startCpuMs: (await child.usage()).cpuMs };
  } catch (error) {
    await child[Symbol.asyncDispose]();
    throw error;
  }
}

/** Reads the address from the line that our programs print with `--log json`. */
export async function readURL(child: NodeProcess): Promise<string> {
  return JSON.parse(await child.readLine()).url;
}

/** Waits as long as the process runs. */
async function untilAnswers(baseURL: string, child: NodeProcess): Promise<void> {
  const headers = { authorization: "Bearer sk-mock-full" };
  for (;;) {
    const answer = await fetch(`${baseURL}/v1/models`, { headers }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await child.usage(); // rejects once it has ended
    await delay(50);
  }
}
