// `run-task.ts GROUP NAME BASE_URL`: prepares a task, runs it as often as it is asked to, and answers with what a run took.
import { tasks } from "./tasks.ts";

const [, , group = "", name = "", baseURL = ""] = process.argv;
const run = await tasks[group]?.[name]?.(baseURL);
if (run === undefined) throw new Error(`There is no ${name} in ${group}.`);

process.channel?.ref();
process.on("message", async ({ runs, streams }: { runs: number; streams: number }) => {
  const [before, startMs] = [process.cpuUsage(), performance.now()];
  let result: unknown;
  for (let left = runs; left > 0; left -= 1) result = await run(streams);
  const { user, system } = process.cpuUsage(before);
  const figures = { CPU: (user + system) / runs, time: (performance.now() - startMs) / runs };
  process.send?.(typeof result === "number" ? { ...figures, memory: result } : figures);
});
process.stdout.write("ready\n");
