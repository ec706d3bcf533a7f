import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { median } from "./median.ts";
import { startProcess } from "./server-process.ts";
import { mockSubject } from "./subjects.ts";

const command = join(dirname(createRequire(import.meta.url).resolve("@model-access/contract-tests")), "command.js");

/** Duration of calls through the contract tests' `watch` and without it: medians of each round. */
export interface WatchMeasurement {
  call: string;
  directMs: number[];
  watchedMs: number[];
}

/** Calls in one turn: judging beside them counts for those that a watch passes on, and not for the direct ones in between. */
const callsInTurn = 20;

/** Measures what a watch adds to a call, by calls in turn over connections that are kept. */
export async function measureWatch({ rounds = 5, calls = 200 } = {}): Promise<WatchMeasurement[]> {
  const server = await startProcess(mockSubject);
  const watch = await startWatch(server.baseURL);
  try {
    const measured: WatchMeasurement[] = [];
    for (const isStreamed of [false, true]) {
      const times = { directMs: [] as number[], watchedMs: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        const seen = { direct: [] as number[], watched: [] as number[] };
        for (let call = 0; call < calls; call += callsInTurn) {
          for (let turn = 0; turn < callsInTurn; turn += 1)
            seen.direct.push(await timeOf(server.baseURL, isStreamed, `bench-${round}`));
          for (let turn = 0; turn < callsInTurn; turn += 1)
            seen.watched.push(await timeOf(watch.baseURL, isStreamed, `bench-${round}`));
        }
        times.directMs.push(median(seen.direct));
        times.watchedMs.push(median(seen.watched));
      }
      measured.push({ call: isStreamed ? "streamed chat completion" : "chat completion", ...times });
    }
    return measured;
  } finally {
    agent.destroy();
    await watch.stop();
    await server.stop();
  }
}

const agent = new Agent({ keepAlive: true });

function timeOf(baseURL: string, isStreamed: boolean, session: string): Promise<number> {
  const body = JSON.stringify({
    model: "gpt-5.2",
    messages: [{ role: "user", content: "Name one prime." }],
    max_tokens: 20,
    ...(isStreamed && { stream: true }),
  });
  const headers = {
    authorization: "Bearer sk-mock-full",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-mock-session": `${session}-${Math.floor(performance.now() / 1000)}`,
    "x-mock-latency": "instant",
  };
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(`${baseURL}/v1/chat/completions`, { method: "POST", agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The mock answered ${response.statusCode}.`));
      response.resume().once("end", () => resolve(performance.now() - startMs));
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

async function startWatch(upstream: string): Promise<{ baseURL: string; stop(): Promise<void> }> {
  const args = [command, "watch", "--upstream", upstream, "--port", "0", "--watch-port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const first = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (text: Buffer) => resolve(text.toString()));
    child.once("close", () => reject(new Error("watch ended before it began.")));
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.stdout.resume();
  return {
    baseURL: /^Passing (\S+) /.exec(first)?.[1] ?? "",
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
