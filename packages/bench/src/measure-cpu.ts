import autocannon from "autocannon";
import { type Load, loads } from "./requests.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import type { Subject } from "./subjects.ts";

const rounds = 9;
/** CPU time is counted in steps of 10 ms, and the mock collects its old garbage once in some thousand requests. */
const requestsPerRound = 12_000;
const warmUpRequests = 15_000;

/** CPU time per request of one subject under one load. */
export interface CpuMeasurement {
  subject: string;
  load: string;
  /** One value a round, in microseconds. */
  cpuMicrosecondsPerRequest: number[];
}

/** CPU time of a subject from its start to its first answer. */
export interface StartMeasurement {
  subject: string;
  cpuMs: number;
}

/** Measures all subjects in turn, round by round, so that a busy machine slows all of them alike. */
export async function measureCpu(
  subjects: Subject[],
): Promise<{ requests: CpuMeasurement[]; starts: StartMeasurement[] }> {
  const servers: { subject: Subject; server: ServerProcess }[] = [];
  try {
    for (const subject of subjects) servers.push({ subject, server: await startProcess(subject) });
    const starts = servers.map(({ subject, server }) => ({ subject: subject.name, cpuMs: server.startCpuMs }));
    const requests = servers.flatMap(({ subject, server }) =>
      loads
        .filter(({ name }) => subject.loads?.includes(name) ?? true)
        .map((load) => ({
          subject: subject.name,
          load,
          server,
          measurement: { subject: subject.name, load: load.name, cpuMicrosecondsPerRequest: [] as number[] },
        })),
    );
    for (const { server, load, subject } of requests) await run({ server, load, subject, amount: warmUpRequests });
    for (let round = 0; round < rounds; round += 1) {
      for (const { server, load, subject, measurement } of requests) {
        const before = server.cpuMs();
        await run({ server, load, subject, amount: requestsPerRound });
        measurement.cpuMicrosecondsPerRequest.push(((server.cpuMs() - before) * 1000) / requestsPerRound);
      }
    }
    return { requests: requests.map(({ measurement }) => measurement), starts };
  } finally {
    for (const { server } of servers) await server.stop();
  }
}

async function run({
  server,
  load,
  subject,
  amount,
}: {
  server: ServerProcess;
  load: Load;
  subject: string;
  amount: number;
}): Promise<void> {
  const result = await autocannon({
    url: `${server.baseURL}${load.path}`,
    method: load.method,
    headers: { authorization: "Bearer sk-mock-full", "content-type": "application/json" },
    ...(load.body === undefined ? {} : { body: load.body }),
    connections: 16,
    amount,
  });
  const statuses = Object.keys(result.statusCodeStats ?? {});
  const expected = subject.startsWith("bare") ? "200" : String(load.status);
  if (result.errors > 0 || statuses.join() !== expected) {
    throw new Error(
      `${subject}, ${load.name}: ${result.errors} errors, statuses ${statuses.join(", ")}; expected ${expected} only.`,
    );
  }
}
