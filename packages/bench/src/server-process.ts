import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Subject } from "./subjects.ts";

const clockTicksPerSecond = 100; // what Linux reports to programs on every platform that Node runs on

/** A subject that runs in a process of its own and answers. */
export interface ServerProcess {
  baseURL: string;
  /** CPU time of the process so far, in milliseconds. */
  cpuMs(): number;
  /** CPU time that the process had used when it first answered, in milliseconds. */
  startCpuMs: number;
  /** The most memory that the process has had, in megabytes; NaN where the platform does not say. */
  peakMemoryMb(): number;
  stop(): Promise<void>;
}

/** Starts a subject on a free port and waits until it answers a chat request. */
export async function startProcess(subject: Subject): Promise<ServerProcess> {
  const port = await freePort();
  const env = { ...process.env, SCARF_ANALYTICS: "false", DO_NOT_TRACK: "1", NODE_NO_WARNINGS: "1" };
  const child = spawn(process.execPath, subject.command(port), { stdio: "ignore", env });
  const baseURL = `http://127.0.0.1:${port}`;
  await untilAnswers(baseURL, { child, name: subject.name });
  const pid = child.pid as number; // it answered, so it runs
  return {
    baseURL,
    startCpuMs: cpuMsOf(pid),
    cpuMs: () => cpuMsOf(pid),
    peakMemoryMb: () => peakMemoryMbOf(pid),
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    },
  };
}

async function untilAnswers(baseURL: string, { child, name }: { child: ChildProcess; name: string }): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${name} ended with exit code ${child.exitCode} before it answered.`);
    const answer = await fetch(`${baseURL}/v1/models`, { headers: { authorization: "Bearer sk-mock-full" } }).catch(
      () => undefined,
    );
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await delay(100);
  }
  child.kill();
  throw new Error(`${name} did not answer within 30 s.`);
}

/** User and system time of a process, from /proc on Linux and `ps` elsewhere. */
function cpuMsOf(pid: number): number {
  if (process.platform === "linux") {
    // Without the threads that have ended; Node keeps its own until it ends.
    const exact = scheduledMsOf(pid);
    if (exact !== undefined) return exact;
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / clockTicksPerSecond;
  }
  const [seconds = 0, minutes = 0, hours = 0] = execFileSync("ps", ["-o", "cputime=", "-p", String(pid)], {
    encoding: "utf8",
  })
    .trim()
    .split(":")
    .map(Number)
    .reverse();
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** The time that its threads were run, to the nanosecond; undefined if the kernel doesn't count it. */
function scheduledMsOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    return times.reduce((sum, time) => sum + Number(time) / 1e6, 0) || undefined;
  } catch {
    return undefined; // a kernel without it, or a thread that has ended meanwhile
  }
}

/** The same of a process and those that it has started. */
export function cpuOfFamily(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + cpuMsOf(one), 0);
}

/** The most memory that a process and those that it has started have had, in megabytes. */
export function peakMemoryOfFamily(pid: number): number {
  return familyOf(pid).reduce((sum, one) => sum + peakMemoryMbOf(one), 0);
}

function familyOf(pid: number): number[] {
  const children = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child = 0]) => child);
  return [pid, ...children];
}

function peakMemoryMbOf(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
