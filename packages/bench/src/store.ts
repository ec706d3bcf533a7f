import { setTimeout as delay } from "node:timers/promises";
import { figuresTable } from "./markdown.ts";
import { type Contender, measureInTurn, type Row } from "./measure-in-turn.ts";
import { measureRequests, requestColumns, validRequest } from "./mock/requests.ts";
import { mockSubject } from "./mock/subjects.ts";
import {
  type NodeProcess,
  pathOf,
  readURL,
  type Server,
  type Subject,
  startNode,
  startServer,
} from "./node-process.ts";
import { latencyOf, measureStreams, readTogether, streamColumns } from "./open-streams.ts";
import type { Section } from "./run-sections.ts";

const counts = {
  full: {
    requests: { rounds: 5, amount: 3000, warmUp: 5000 },
    rounds: 5,
    /** Slow enough that a client on the same cores reads all events in time: only the cost of open streams is measured. */
    pace: { firstMs: 10_000, gapMs: 1000 },
    streams: { first: 1250, most: 10_000 },
  },
  quick: {
    requests: { rounds: 1, amount: 20, warmUp: 1 },
    rounds: 1,
    pace: { firstMs: 200, gapMs: 20 },
    streams: { first: 10, most: 20 },
  },
};
type Counts = (typeof counts)["full"];

/** Stops doubling the streams once first events are late by this factor. */
const latest = 1.25;

/** One process in memory, one with a store, and two workers with a store, in turn. */
export const store: Section = {
  name: "store",
  title: "One mock on many processes",
  async measure(isQuick) {
    const chosen = isQuick ? counts.quick : counts.full;
    await using redis = startNode("Redis", [pathOf("redis.ts", import.meta.url)]);
    const url = await readURL(redis);
    const stored = (database: number, ...args: string[]) => ({
      command: [...mockSubject.command, ...args],
      env: { MODEL_ACCESS_MOCK_STORE: `${url}/${database}` },
    });
    const subjects = [
      { ...mockSubject, name: "in memory" },
      { ...stored(1), name: "with a store" },
      { ...stored(2, "--workers", "2"), name: "with a store, two workers" },
    ].map((subject) => ({ ...subject, loads: [validRequest] }));
    const requests = await measureRequests(subjects, chosen.requests);
    const returns = await measureInTurn([createReturnContender(stored(1), redis)], { rounds: chosen.rounds });
    const streams = await measureOpenStreams(stored(3, "--workers", "2", ...latencyOf(chosen.pace)), chosen);
    return `With a store on the same machine, as a ratio to a process in memory: median of the rounds (lowest to highest; median CPU time). The primary of two workers is counted with them.

${figuresTable("mock", requestColumns.slice(0, 1), requests)}

After the store was stopped until a request was refused, and goes on:

${figuresTable("", [{ title: "answers again after", unit: "ms" }], returns)}

Streams opened at once, with a first event after ${chosen.pace.firstMs / 1000} s and the next ones ${chosen.pace.gapMs / 1000} s apart: twice as many at a time, up to ${chosen.streams.most}, while their first events come at most ${latest} times as late as asked.

${figuresTable("two workers", streamColumns(chosen.pace), streams)}
`;
  },
};

/** Measures the time until a process answers again after its store does. */
function createReturnContender(subject: Omit<Subject, "name">, redis: NodeProcess): Contender<Server> {
  const name = "one process";
  return {
    name,
    start: () => startServer({ name, ...subject }),
    async measure({ baseURL }) {
      const isReady = async () => (await fetch(`${baseURL}/readyz`)).ok;
      await redis.ask("stop");
      while (await isReady()) await delay(50);
      await redis.ask("resume");
      const startedMs = performance.now();
      while (!(await isReady())) await delay(5);
      return { "answers again after": performance.now() - startedMs };
    },
  };
}

/** Doubles the number of open streams, each time in fresh processes, as long as the machine keeps up. */
async function measureOpenStreams(subject: Omit<Subject, "name">, { pace, streams: { first, most } }: Counts) {
  const rows: Row[] = [];
  for (let streams = first; streams <= most; streams *= 2) {
    const name = `${streams} streams`;
    const contender: Contender<Server> = {
      name,
      start: () => startServer({ name, ...subject }),
      warmUp: (server) => readTogether(server, Math.min(first, 200)), // warms both sides up
      measure: (server) => measureStreams(server, streams),
    };
    const [row] = await measureInTurn([contender], { rounds: 1, isFresh: true });
    if (row !== undefined) rows.push(row);
    const [firstMs = Number.NaN] = row?.figures["first event"] ?? [];
    if (!(firstMs / pace.firstMs <= latest)) break;
  }
  return rows;
}
