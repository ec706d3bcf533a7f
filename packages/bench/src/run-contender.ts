// `run-contender.ts MODULE GROUP NAME [ARGUMENT…]`: prepares a contender, then runs it as often as it is asked to, and answers with the
// CPU time of a run.
import type { ContendersModule, RunReport } from "./measure-in-turn.ts";

const [, , module = "", group = "", name = "", ...args] = process.argv;
const { contenders } = (await import(module)) as ContendersModule; // as that module exports it
const run = await contenders[group]?.[name]?.(...args);
if (run === undefined) throw new Error(`There is no ${name} in ${group}.`);

process.channel?.ref();
process.on("message", async ({ runs, size }: { runs?: number; size: number }) => {
  if (runs === undefined) return;
  const before = process.cpuUsage();
  let value: unknown;
  for (let left = runs; left > 0; left -= 1) value = await run(size);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ microseconds: (user + system) / runs, value } satisfies RunReport);
});
process.send?.("ready");
