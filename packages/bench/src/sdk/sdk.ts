import { type Column, figuresTable } from "../markdown.ts";
import { measureInTurn } from "../measure-in-turn.ts";
import { bareServer } from "../mock/subjects.ts";
import { type NodeProcess, pathOf, startNode, startServer } from "../node-process.ts";
import type { Section } from "../run-sections.ts";
import { createChatChunks } from "./answers.ts";
import { measureSizes } from "./sizes.ts";
import { heldEventCount, tasks } from "./tasks.ts";

type Task = Pick<NodeProcess, "ask" | typeof Symbol.asyncDispose>;

interface Counts {
  rounds: number;
  /** Runs in a round. */
  runs?: number;
  isFresh?: boolean;
  isWarm?: boolean;
}

const cpu: Column = { title: "CPU", unit: "µs", ratioTo: "first row" };
const memory: Column = { title: "memory", unit: "MB", ratioTo: "first row" };

/** All measurements of our SDK, beside well-known clients. */
export const sdk: Section = {
  name: "sdk",
  title: "The SDK",
  async measure(isQuick) {
    const streams = isQuick ? 10 : 2000;
    const events = createChatChunks(heldEventCount).map((bytes) => Buffer.from(bytes).toString());
    const command = bareServer("together", { events, gapMs: 20 });
    await using server = await startServer({ name: "the streams", command });

    const start = () => startNode("The tasks", [pathOf("run-task.ts", import.meta.url), server.baseURL]);
    await using only = start();
    const shared = { ask: only.ask, [Symbol.asyncDispose]: async () => undefined };

    /** Each task of a group in its own process, so that none collects another's garbage; a quick run needs only one. */
    async function measure(group: string, counts: Counts, columns = [cpu]): Promise<string> {
      const { rounds, runs = 1, isFresh = false, isWarm = true } = isQuick ? { ...counts, rounds: 1, runs: 1 } : counts;
      const contenders = Object.keys(tasks[group] ?? {}).map((name) => ({
        name,
        async start(): Promise<Task> {
          const task = isQuick ? shared : start();
          await task.ask({ group, name, runs: 0 });
          return task;
        },
        warmUp: async (task: Task) => isWarm && (await task.ask({ group, name, runs, streams: Math.min(streams, 50) })),
        measure: (task: Task) => task.ask<Record<string, number>>({ group, name, runs, streams }),
      }));
      return figuresTable("client", columns, await measureInTurn(contenders, { rounds, isFresh }));
    }

    return `### CPU per call

One whole reply from a stubbed fetch, as a ratio to that fetch and JSON alone: median of the rounds (lowest to highest; median CPU time). Each client in a process of its own.

${await measure("calls", { rounds: 7, runs: 3000 })}

### CPU per stream

A chat stream of a thousand events, a token and a chunk each, as a ratio to TextDecoder and JSON.parse alone.

${await measure("streams", { rounds: 7, runs: 20 })}

With the whole reply put together:

${await measure("replies", { rounds: 7, runs: 20 })}

### Decoding alone

From the bytes of a body to events, without a client around it, as a ratio to \`eventsource-parser\` after a TextDecoder, because it takes texts.

A thousand events, one a chunk:

${await measure("decoding, one a chunk", { rounds: 11, runs: 200 })}

A thousand events in chunks of 16 KB:

${await measure("decoding, 16 KB", { rounds: 11, runs: 200 })}

One event of 4 MB in chunks of 256 bytes:

${await measure("decoding, 4 MB", { rounds: 11, runs: 20 })}

### One event of 4 MB in chunks of 256 bytes

As a ratio to \`@anthropic-ai/sdk\`.

${await measure("large event", { rounds: 5, runs: 2 })}

### ${streams} open streams on one client

CPU to read all of them, and memory while all are open, as a ratio to a bare \`fetch\` with the same reading, in fresh processes.

${await measure("open streams", { rounds: 5, isFresh: true }, [cpu, memory])}

### Import

The time in a fresh process.

${await measure("imports", { rounds: 9, isFresh: true, isWarm: false }, [{ title: "time", unit: "ms" }])}

### Size

Minified and gzipped by esbuild: a program with one streaming chat call, and each entry with everything in it.

${figuresTable("program or entry", [{ title: "size", unit: "KB" }], await measureSizes())}
`;
  },
};
