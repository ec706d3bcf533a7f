import { type Column, figuresTable } from "../markdown.ts";
import { measureInTurn, type Row } from "../measure-in-turn.ts";
import { bareServer } from "../mock/subjects.ts";
import { type NodeProcess, pathOf, startNode, startServer } from "../node-process.ts";
import type { Section } from "../run-sections.ts";
import { chunksOf } from "./answers.ts";
import { decoding } from "./decoders.ts";
import { measureSizes } from "./sizes.ts";
import { heldEventCount, type RunReport, tasks } from "./tasks.ts";

interface Counts {
  rounds: number;
  runs: number;
}
type Group = "calls" | "streams" | "events" | "large event" | "open streams" | "imports";

const counts: Record<Group, Counts> = {
  calls: { rounds: 7, runs: 3000 },
  streams: { rounds: 7, runs: 20 },
  events: { rounds: 7, runs: 200 },
  "large event": { rounds: 5, runs: 2 },
  "open streams": { rounds: 5, runs: 1 },
  imports: { rounds: 9, runs: 1 },
};
const quick: Counts = { rounds: 1, runs: 1 };

/** Everything that is measured of our SDK, side by side with the clients that users know. */
export const sdk: Section = {
  name: "sdk",
  title: "The SDK",
  async measure(isQuick) {
    const countsOf = (group: Group) => (isQuick ? quick : counts[group]);
    const cpuTable = async (group: string, like: Group, unit: "µs" | "ms") =>
      figuresTable(
        "client",
        [{ title: "CPU", unit, ratioTo: "first row" }],
        await measureCpu(group, unit, countsOf(like)),
      );
    const decoders: string[] = [];
    for (const stream of Object.keys(decoding)) {
      const like = stream.startsWith("one event") ? "streams" : "events";
      decoders.push(`${stream[0]?.toUpperCase()}${stream.slice(1)}:\n\n${await cpuTable(stream, like, "µs")}`);
    }
    const streams = isQuick ? 10 : 2000;
    return `### CPU per call

One whole reply from a stubbed fetch, as a ratio to that fetch and JSON alone: median of the rounds (lowest to highest; median CPU time). Each client in a process of its own.

${await cpuTable("calls", "calls", "µs")}

### CPU per stream

A chat stream of a thousand events, a token and a chunk each, as a ratio to TextDecoder and JSON.parse alone.

${await cpuTable("streams", "streams", "ms")}

With the whole reply put together:

${await cpuTable("replies", "streams", "ms")}

### Decoding alone

From the bytes of a body to events, without a client around it, as a ratio to \`eventsource-parser\` after a TextDecoder, because it takes texts.

${decoders.join("\n\n")}

### One event of 4 MB in chunks of 256 bytes

As a ratio to \`@anthropic-ai/sdk\`.

${await cpuTable("large event", "large event", "ms")}

### ${streams} open streams on one client

CPU to read all of them, and memory while all are open, as a ratio to a bare \`fetch\` with the same reading, in fresh processes.

${figuresTable("client", openColumns, await measureOpenStreams(streams, countsOf("open streams")))}

### Import

${figuresTable("package", [{ title: importTime, unit: "ms" }], await measureImports(countsOf("imports")))}

### Size

Minified and gzipped by esbuild: a program with one streaming chat call, and each entry with everything in it.

${figuresTable("program or entry", [{ title: "size", unit: "KB" }], await measureSizes())}
`;
  },
};

const openColumns: Column[] = [
  { title: "CPU", unit: "ms", ratioTo: "first row" },
  { title: "memory", unit: "MB", ratioTo: "first row" },
];
const importTime = "time in a fresh process";

/** Measures the CPU time of a run, each task in a process of its own so that none collects another's garbage. */
function measureCpu(group: string, unit: "µs" | "ms", { rounds, runs }: Counts): Promise<Row[]> {
  return measureInTurn<NodeProcess>(
    namesOf(group).map((name) => ({
      name,
      start: () => startTask(group, name),
      warmUp: (task) => run(task, { runs }),
      measure: async (task) => ({ CPU: (await run(task, { runs })).cpuMicroseconds / (unit === "ms" ? 1000 : 1) }),
    })),
    { rounds },
  );
}

async function measureOpenStreams(size: number, { rounds, runs }: Counts): Promise<Row[]> {
  const group = "open streams";
  const events = chunksOf(heldEventCount).map((bytes) => Buffer.from(bytes).toString());
  await using server = await startServer({ name: group, command: bareServer("together", { events, gapMs: 20 }) });
  return await measureInTurn<NodeProcess>(
    namesOf(group).map((name) => ({
      name,
      start: () => startTask(group, name, server.baseURL),
      warmUp: (task) => run(task, { runs, size: Math.min(size, 50) }),
      async measure(task) {
        const { cpuMicroseconds, value } = await run(task, { runs, size });
        return { CPU: cpuMicroseconds / 1000, memory: Number(value) };
      },
    })),
    { rounds, isFresh: true },
  );
}

function measureImports({ rounds, runs }: Counts): Promise<Row[]> {
  return measureInTurn<NodeProcess>(
    namesOf("imports").map((name) => ({
      name,
      start: () => startTask("imports", name),
      measure: async (task) => ({ [importTime]: (await run(task, { runs })).wallMs }),
    })),
    { rounds, isFresh: true },
  );
}

const namesOf = (group: string) => Object.keys(tasks[group] ?? {});

async function startTask(group: string, name: string, ...args: string[]): Promise<NodeProcess> {
  const task = startNode(name, [pathOf("run-task.ts", import.meta.url), group, name, ...args]);
  await task.readLine(); // it is prepared
  return task;
}

const run = (task: NodeProcess, request: { runs: number; size?: number }) => task.ask<RunReport>(request);
