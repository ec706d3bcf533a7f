// `run-task.ts BASE_URL`: runs tasks on request, and answers with the figures of the run.
import { tasks } from "./tasks.ts";

interface Order {
  group: string;
  name: string;
  /** Without runs, it only prepares the task. */
  runs: number;
  streams: number;
}

const [, , baseURL = ""] = process.argv;
const prepared = new Map<string, (streams: number) => unknown>();

process.channel?.ref();
process.on("message", async ({ group, name, runs, streams }: Order) => {
  const task = `${group}: ${name}`;
  const run = prepared.get(task) ?? (await tasks[group]?.[name]?.(baseURL));
  if (run === undefined) throw new Error(`There is no ${name} in ${group}.`);
  prepared.set(task, run);
  const [before, startMs] = [process.cpuUsage(), performance.now()];
  let result: unknown;
  for (let left = runs; left > 0; left -= 1) result = await run(streams);
  const { user, system } = process.cpuUsage(before);
  const figures = { CPU: (user + system) / runs, time: (performance.now() - startMs) / runs };
  process.send?.(typeof result === "number" ? { ...figures, memory: result } : figures);
});
