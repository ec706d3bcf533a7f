import { type Load, sendLoad } from "../load.ts";
import { ratio, table } from "../markdown.ts";
import { type Server, startServer } from "../server.ts";
import { subjects } from "./subjects.ts";

/** CPU of each subject: per request of each load, one value a round, and to its first answer. */
export interface CpuMeasurement {
  name: string;
  startCpuMs: number;
  loads: { name: string; microseconds: number[] }[];
}

/** The mock collects its old garbage once in some thousand requests, so that a round has many. */
const counts = {
  full: { rounds: 9, amount: 12_000, warmUp: 15_000 },
  quick: { rounds: 1, amount: 20, warmUp: 1 },
};

/** Measures all subjects in turn, round by round, so that a busy machine slows all of them alike. */
export async function measureCpu(isQuick: boolean): Promise<CpuMeasurement[]> {
  const { rounds, amount, warmUp } = isQuick ? counts.quick : counts.full;
  await using servers = new AsyncDisposableStack();
  const measured: CpuMeasurement[] = [];
  const turns: { server: Server; load: Load; microseconds: number[] }[] = [];
  for (const { loads, ...subject } of subjects) {
    const server = servers.use(await startServer(subject));
    const own = loads.map((load) => ({ server, load, microseconds: [] as number[] }));
    turns.push(...own);
    measured.push({
      name: subject.name,
      startCpuMs: server.startCpuMs,
      loads: own.map(({ load: { name }, microseconds }) => ({ name, microseconds })),
    });
  }
  for (const { server, load } of turns) await sendLoad(server.baseURL, load, { amount: warmUp });
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, load, microseconds } of turns) {
      const before = await server.usage();
      await sendLoad(server.baseURL, load, { amount });
      microseconds.push((((await server.usage()).cpuMs - before.cpuMs) * 1000) / amount);
    }
  }
  return measured;
}

export function cpuMarkdown(measured: readonly CpuMeasurement[]): string {
  const [baseline] = measured;
  const cells = ({ loads }: CpuMeasurement) =>
    (baseline?.loads ?? []).map(({ name, microseconds: bare }) => {
      const own = loads.find((load) => load.name === name)?.microseconds;
      return own === undefined ? "not refused" : ratio(own, bare, { digits: 1, show: (µs) => `${Math.round(µs)} µs` });
    });
  return `### CPU per request

As a ratio to bare node:http in the same round: median of the rounds (lowest to highest; median CPU time). Sixteen connections, one process each.

${table(
  ["server", ...(baseline?.loads ?? []).map(({ name }) => name)],
  measured.map((row) => [row.name, ...cells(row)]),
)}

### CPU to the first answer

${table(
  ["server", "CPU time"],
  measured.map(({ name, startCpuMs }) => [name, `${(startCpuMs / 1000).toFixed(2)} s`]),
)}
`;
}
