/** Something to measure: the same work, done by one client. */
export interface Contender {
  name: string;
  run(): Promise<unknown>;
}

/** Cost of a contender's run. */
export interface CpuRow {
  name: string;
  /** CPU time of a run, one value a round, in microseconds. */
  microseconds: number[];
}

/** Measures all in turn, round by round, in another order each time, so that a busy machine slows all of them alike. */
export async function measureInTurn(
  contenders: readonly Contender[],
  { rounds = 7, runs, warmUpRuns = runs }: { rounds?: number; runs: number; warmUpRuns?: number },
): Promise<CpuRow[]> {
  const rows = contenders.map(({ name }) => ({ name, microseconds: [] as number[] }));
  for (const { run } of contenders) for (let left = warmUpRuns; left > 0; left -= 1) await run();
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const index = (turn + round) % contenders.length;
      const contender = contenders[index] as Contender; // the index is one of the list
      const before = process.cpuUsage();
      for (let left = runs; left > 0; left -= 1) await contender.run();
      const { user, system } = process.cpuUsage(before);
      rows[index]?.microseconds.push((user + system) / runs);
    }
  }
  return rows;
}
