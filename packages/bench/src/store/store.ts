import { setTimeout as delay } from "node:timers/promises";
import { sendLoad, validRequest } from "../load.ts";
import { spread, table } from "../markdown.ts";
import { mockSubject } from "../mock/subjects.ts";
import { type NodeProcess, pathOf, startNode } from "../node-process.ts";
import type { Section } from "../section.ts";
import { readURL, type Server, type Subject, startServer } from "../server.ts";
import {
  addRound,
  latencyOf,
  readTogether,
  type StreamMeasurement,
  startMeasurement,
  streamsTable,
} from "../streams/open-streams.ts";
import { planMarkdown } from "./plan.ts";

const counts = {
  full: {
    rounds: 5,
    amount: 3000,
    warmUp: 5000,
    /** Slow enough that a client on the same cores reads all events in time: what is measured is what open streams take. */
    pace: { firstMs: 10_000, gapMs: 1000 },
    streams: { first: 1250, most: 10_000 },
  },
  quick: { rounds: 1, amount: 20, warmUp: 1, pace: { firstMs: 200, gapMs: 20 }, streams: { first: 10, most: 20 } },
};
type Counts = (typeof counts)["full"];

/** Twice as many streams are not tried once the first events come so many times as late as asked. */
const latest = 1.25;

/** One process in memory, one with a store, and two workers with it, in turn. */
export const store: Section = {
  name: "store",
  title: "One mock on many processes",
  async measure({ isQuick }) {
    const chosen = isQuick ? counts.quick : counts.full;
    await using redis = startNode("Redis", [pathOf("redis.ts", import.meta.url)]);
    const url = await readURL(redis);
    const requests = await measureRequests(url, chosen);
    const startMs = await measureStarts(url, chosen);
    const backAfterMs = await measureReturns(redis, url, chosen);
    const streams = await measureStreams(url, chosen);
    const measured = { ...requests, startMs, backAfterMs };
    return { markdown: toMarkdown(measured, streams), figures: { ...measured, ...streams } };
  },
};

const stored = (url: string, ...args: string[]): Subject => ({
  ...mockSubject,
  command: [...mockSubject.command, ...args],
  env: { MODEL_ACCESS_MOCK_STORE: url },
});

/** CPU of a valid request as a ratio of the same round, and requests a second. */
async function measureRequests(url: string, { rounds, amount, warmUp }: Counts) {
  await using memory = await startServer(mockSubject);
  await using one = await startServer(stored(`${url}/1`));
  await using two = await startServer(stored(`${url}/2`, "--workers", "2"));
  const ask = async ({ baseURL, usage }: Server, requests: number) => {
    const before = await usage();
    const perSecond = await sendLoad(baseURL, validRequest, { amount: requests, connections: 32 });
    return { perSecond, cpuMs: (await usage()).cpuMs - before.cpuMs };
  };
  for (const server of [memory, one, two]) await ask(server, warmUp);
  const measured = { storeToMemory: [], twoToOne: [], perSecondOfOne: [], perSecondOfTwo: [] } as Record<
    "storeToMemory" | "twoToOne" | "perSecondOfOne" | "perSecondOfTwo",
    number[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    const [inMemory, inOne, inTwo] = [await ask(memory, amount), await ask(one, amount), await ask(two, amount)];
    measured.storeToMemory.push(inOne.cpuMs / inMemory.cpuMs);
    measured.twoToOne.push(inTwo.cpuMs / inOne.cpuMs);
    measured.perSecondOfOne.push(inOne.perSecond);
    measured.perSecondOfTwo.push(inTwo.perSecond);
  }
  return measured;
}

/** Time that a start with the store takes longer than one in memory, until the process says that it listens. */
async function measureStarts(url: string, { rounds }: Counts): Promise<number[]> {
  const timeToStart = async (subject: Subject) => {
    await using server = await startServer(subject);
    return server.startMs;
  };
  const added: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const inMemoryMs = await timeToStart(mockSubject);
    added.push((await timeToStart(stored(`${url}/4`))) - inMemoryMs);
  }
  return added;
}

/** Delay until a process answers again, after a store that was stopped until a request was refused. */
async function measureReturns(redis: NodeProcess, url: string, { rounds }: Counts): Promise<number[]> {
  await using server = await startServer(stored(`${url}/1`));
  const isReady = async () => (await fetch(`${server.baseURL}/readyz`)).ok;
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await redis.ask("stop");
    while (await isReady()) await delay(50);
    await redis.ask("resume");
    const startedMs = performance.now();
    while (!(await isReady())) await delay(5);
    delays.push(performance.now() - startedMs);
  }
  return delays;
}

/** The most streams that were opened at once over two workers and came whole, and why not more were. */
interface Streams {
  streams: StreamMeasurement | undefined;
  limit: string;
}

/** Opens twice as many streams at a time, as long as the machine keeps up. */
async function measureStreams(url: string, { pace, streams: { first, most } }: Counts): Promise<Streams> {
  const name = "@model-access/mock, two workers";
  await using workers = await startServer(stored(`${url}/3`, "--workers", "2", ...latencyOf(pace)));
  await readTogether(workers, Math.min(first, 200)); // so that neither side is cold
  let last: StreamMeasurement | undefined;
  for (let streams = first; streams <= most; streams *= 2) {
    const measurement = startMeasurement(name, { streams, pace });
    const failure = await addRound(measurement, workers).then(() => undefined, String);
    if (failure !== undefined) return { streams: last, limit: `${streams} streams were too many here: ${failure}` };
    last = measurement;
    const late = (measurement.firstMs[0] ?? 0) / pace.firstMs;
    if (late > latest && streams < most)
      return {
        streams: last,
        limit: `More were not opened: the first events came ${late.toFixed(1)} times as late as asked.`,
      };
  }
  return { streams: last, limit: `More than ${most} are not tried.` };
}

type Measured = Awaited<ReturnType<typeof measureRequests>> & { startMs: number[]; backAfterMs: number[] };

function toMarkdown(measured: Measured, { streams, limit }: Streams): string {
  const two = { digits: 2 };
  const ms = { digits: 0, unit: "ms" };
  const rows = [
    ["CPU of a valid request, × that in memory", spread(measured.storeToMemory, two)],
    [
      "CPU of a valid request with two workers, their primary included, × that of one process",
      spread(measured.twoToOne, two),
    ],
    ["requests a second of one process", spread(measured.perSecondOfOne, { digits: 0 })],
    ["requests a second of two workers", spread(measured.perSecondOfTwo, { digits: 0 })],
    ["a start takes longer than in memory by", spread(measured.startMs, ms)],
    ["a process answers again after its store does", spread(measured.backAfterMs, ms)],
  ];
  return `With a store on the same machine: median of the rounds (lowest to highest).

${table(["", ""], rows)}

${
  streams === undefined
    ? `Open streams were not measured. ${limit}`
    : `Streams opened at once, with a first event after ${streams.pace.firstMs / 1000} s and the next ones ${streams.pace.gapMs / 1000} s apart. ${limit}

${streamsTable([streams])}

${planMarkdown(streams)}`
}
`;
}
