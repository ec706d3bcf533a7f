// `run-task.ts GROUP NAME [BASE_URL]`: prepares a task, runs it as often as it is asked to, and answers with what a run took.
import { type RunReport, tasks } from "./tasks.ts";

const [, , group = "", name = "", baseURL = ""] = process.argv;
const run = await tasks[group]?.[name]?.(baseURL);
if (run === undefined) throw new Error(`There is no ${name} in ${group}.`);

process.channel?.ref();
process.on("message", async ({ runs, size }: { runs?: number; size: number }) => {
  if (runs === undefined) return;
  const [before, startMs] = [process.cpuUsage(), performance.now()];
  let value: unknown;
  for (let left = runs; left > 0; left -= 1) value = await run(size);
  const { user, system } = process.cpuUsage(before);
  const wallMs = (performance.now() - startMs) / runs;
  process.send?.({ cpuMicroseconds: (user + system) / runs, wallMs, value } satisfies RunReport);
});
process.stdout.write("ready\n");
