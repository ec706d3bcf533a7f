import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { freePort, startRedis } from "../../../scripts/redis-server.mjs";
import { latencyOf, measureStreamsOf, type StreamMeasurement } from "./measure-streams.ts";
import { loads } from "./requests.ts";
import { cpuOfFamily, peakMemoryOfFamily, startProcess } from "./server-process.ts";
import { mockSubject } from "./subjects.ts";

/** Cost of a store to a mock. Each ratio is that of one round. */
export interface StoreMeasurement {
  /** CPU of a valid request with the store, as a ratio to memory. */
  storeToMemory: number[];
  /** CPU of a valid request with two workers, as a ratio to one process, both with the store. */
  twoToOne: number[];
  /** Requests a second of one process and of two workers. */
  perSecond: { one: number[]; two: number[] };
  /** Time that a start with the store takes longer than one in memory. */
  startMs: number[];
  /** Delay until a process answers again, after the store does. */
  backAfterMs: number[];
  /** Streams opened at once over two workers. */
  streams: StreamMeasurement;
}

const rounds = 5;
const requestsPerRound = 3000;
const warmUpRequests = 5000;
const [valid] = loads;
/** Slow enough that two cores write, and read, all events in time: what is measured is what open streams take. */
const pace = { firstMs: 10_000, gapMs: 1_000 };

/** Measures one process in memory, one with a store, and two workers with it, in turn. */
export async function measureStore({ streams = 10_000 } = {}): Promise<StoreMeasurement> {
  const redis = await startRedis();
  const stored = {
    ...mockSubject,
    command: (port: number) => [...mockSubject.command(port), "--store", `${redis.url}/1`],
  };
  const memory = await startProcess(mockSubject);
  const one = await startProcess(stored);
  const two = await startWorkers(`${redis.url}/2`, []);
  const measured: Omit<StoreMeasurement, "streams"> = {
    storeToMemory: [],
    twoToOne: [],
    perSecond: { one: [], two: [] },
    startMs: [],
    backAfterMs: [],
  };
  try {
    for (const { baseURL } of [memory, one, two]) await ask(baseURL, warmUpRequests);
    for (let round = 0; round < rounds; round += 1) {
      const [inMemory, inOne, inTwo] = [await cpuOf(memory), await cpuOf(one), await cpuOf(two)];
      measured.storeToMemory.push(inOne.cpuMs / inMemory.cpuMs);
      measured.twoToOne.push(inTwo.cpuMs / inOne.cpuMs);
      measured.perSecond.one.push(inOne.perSecond);
      measured.perSecond.two.push(inTwo.perSecond);
    }
    for (let round = 0; round < rounds; round += 1) {
      const inMemory = await timeToStart([]);
      measured.startMs.push((await timeToStart(["--store", `${redis.url}/4`])) - inMemory);
    }
    for (let round = 0; round < rounds; round += 1) measured.backAfterMs.push(await timeBack(redis, one.baseURL));
    return { ...measured, streams: await measureStreamed(`${redis.url}/3`, streams) };
  } finally {
    await Promise.all([memory.stop(), one.stop(), two.stop()]);
    await redis.close();
  }
}

interface Measured {
  baseURL: string;
  cpuMs(): number;
}

async function cpuOf({ baseURL, cpuMs }: Measured): Promise<{ cpuMs: number; perSecond: number }> {
  const before = cpuMs();
  const perSecond = await ask(baseURL, requestsPerRound);
  return { cpuMs: cpuMs() - before, perSecond };
}

async function ask(baseURL: string, amount: number): Promise<number> {
  const { method = "POST", path = "", body = "" } = valid ?? {};
  const headers = { authorization: "Bearer sk-mock-full", "content-type": "application/json" };
  const result = await autocannon({ url: `${baseURL}${path}`, method, headers, body, connections: 32, amount });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${result.non2xx} requests were refused, ${result.errors} failed.`);
  return amount / result.duration;
}

interface Workers extends Measured {
  peakMemoryMb(): number;
  stop(): Promise<void>;
}

async function measureStreamed(store: string, streams: number): Promise<StreamMeasurement> {
  const workers = await startWorkers(store, ["--latency", latencyOf(pace)]);
  try {
    return await measureStreamsOf(workers, { name: "@model-access/mock, two workers", streams, pace });
  } finally {
    await workers.stop();
  }
}

/** Two workers and their primary, whose CPU is that of all three. */
async function startWorkers(store: string, args: string[]): Promise<Workers> {
  const port = await freePort();
  const child = spawn(process.execPath, [...mockSubject.command(port), "--workers", "2", ...args], {
    env: { ...process.env, MODEL_ACCESS_MOCK_STORE: store },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return {
    baseURL: `http://127.0.0.1:${port}`,
    cpuMs: () => cpuOfFamily(child.pid as number), // it prints, so it runs
    peakMemoryMb: () => peakMemoryOfFamily(child.pid as number),
    async stop() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}

/** The time until a process says that it listens. */
async function timeToStart(args: string[]): Promise<number> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [...mockSubject.command(await freePort()), ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const tookMs = performance.now() - startMs;
  const ended = once(child, "exit");
  child.kill();
  await ended;
  return tookMs;
}

/** Stops the store until a request has been refused; the time from its return to the first answer. */
async function timeBack(redis: Awaited<ReturnType<typeof startRedis>>, baseURL: string): Promise<number> {
  const status = async () => (await fetch(`${baseURL}/readyz`)).status;
  redis.stop();
  while ((await status()) === 200) await delay(50);
  redis.resume();
  const startMs = performance.now();
  while ((await status()) !== 200) await delay(5);
  return performance.now() - startMs;
}
