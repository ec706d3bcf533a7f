import { operations } from "@model-access/contract";
import type { CpuMeasurement } from "./measure-cpu.ts";
import { median } from "./median.ts";
import { loadRouter } from "./subjects.ts";

/** CPU time of finding an operation in a table of the given size. */
export interface RouteMeasurement {
  operations: number;
  /** CPU time per request. */
  microseconds: number;
  /** The difference to the smallest table, as a share of a whole valid request; undefined for the smallest. */
  share: number | undefined;
}

/** Measures the mock's router with the first operations of the contract, and with many more beside them. */
export async function measureRoutes(
  requests: CpuMeasurement[],
  { rounds = 7, lookups = 200_000 }: { rounds?: number; lookups?: number } = {},
): Promise<RouteMeasurement[]> {
  const createRouter = await loadRouter();
  const known = Object.values(operations).map(({ method, path }) => ({ method, path }));
  const more = Array.from({ length: 60 }, (_, index) => ({
    method: "POST",
    path: index % 3 === 0 ? `/v1/things-${index}/{id}` : `/v1/things-${index}`,
  }));
  const tables = [known.slice(0, 6), [...more, ...known.slice(0, 6)]];
  const times = tables.map((rows) => {
    const router = createRouter(rows);
    const round = () => {
      const before = process.cpuUsage();
      for (let count = 0; count < lookups; count += 1) {
        for (const { method, path } of known.slice(0, 6)) router.find(method, path.replace(/\{\w+\}/, "x"));
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / lookups / 6;
    };
    round();
    return median(Array.from({ length: rounds }, round));
  });
  const request = requests.find(({ subject, load }) => subject === "@model-access/mock" && load.startsWith("valid"));
  const whole = median(request?.cpuMicrosecondsPerRequest ?? []);
  const [least = 0] = times;
  return tables.map((rows, index) => ({
    operations: rows.length,
    microseconds: times[index] ?? 0,
    share: index === 0 ? undefined : ((times[index] ?? 0) - least) / whole,
  }));
}
