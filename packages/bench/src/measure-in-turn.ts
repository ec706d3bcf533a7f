import { type NodeProcess, pathOf, startNode } from "./node-process.ts";

/** The same work, done by each of several programs: by name what prepares it, in a process of its own. */
export type Contenders = Record<string, (...args: string[]) => Promise<Run> | Run>;
export type Run = (size: number) => unknown;

/** A module that exports groups of contenders. */
export interface ContendersModule {
  contenders: Record<string, Contenders>;
}

/** Cost of a contender's run: CPU time, one value a round, in microseconds. */
export interface CpuRow {
  name: string;
  microseconds: number[];
}

export interface RunReport {
  microseconds: number;
  /** Value that the last run returned. */
  value: unknown;
}

/** Starts a contender that the module exports in a group of `contenders`, and waits until it is prepared. */
export async function startContender(
  module: string,
  { group, name, args = [] }: { group: string; name: string; args?: string[] },
): Promise<NodeProcess> {
  const child = startNode(name, [pathOf("run-contender.ts", import.meta.url), module, group, name, ...args]);
  await child.hear();
  return child;
}

/** Asks for so many runs, and resolves to what one took. */
export const askForRuns = (child: NodeProcess, { runs, size = 0 }: { runs: number; size?: number }) =>
  child.ask<RunReport>({ runs, size });

/**
 * Measures all contenders of a group, each in a process of its own so that none collects another's garbage: in turn, round
 * by round, in another order each time, so that a busy machine slows all of them alike.
 */
export async function measureInTurn(
  module: string,
  group: string,
  { rounds, runs, warmUpRuns = runs }: { rounds: number; runs: number; warmUpRuns?: number },
): Promise<CpuRow[]> {
  await using started = new AsyncDisposableStack();
  const rows: (CpuRow & { child: NodeProcess })[] = [];
  const { contenders } = (await import(module)) as ContendersModule; // as that module exports it
  for (const name of Object.keys(contenders[group] ?? {}))
    rows.push({ name, microseconds: [], child: started.use(await startContender(module, { group, name })) });
  for (const { child } of rows) await askForRuns(child, { runs: warmUpRuns });
  for (let round = 0; round < rounds; round += 1) {
    const first = round % rows.length;
    for (const { child, microseconds } of [...rows.slice(first), ...rows.slice(0, first)])
      microseconds.push((await askForRuns(child, { runs })).microseconds);
  }
  return rows.map(({ name, microseconds }) => ({ name, microseconds }));
}
