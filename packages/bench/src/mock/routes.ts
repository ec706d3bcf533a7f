import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { operations } from "@model-access/contract";
import { median, table } from "../markdown.ts";
import { type Contenders, type CpuRow, measureInTurn } from "../measure-in-turn.ts";
import { mockFolder } from "./subjects.ts";

// As much as is needed of it here: it is no part of the mock's public interface.
type CreateRouter = (rows: { method: string; path: string }[]) => { find(method: string, path: string): unknown };

const known = Object.values(operations).map(({ method, path }) => ({ method, path }));
const asked = known.slice(0, 6).map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/, "x") }));
const more = Array.from({ length: 60 }, (_, index) => ({
  method: "POST",
  path: index % 3 === 0 ? `/v1/things-${index}/{id}` : `/v1/things-${index}`,
}));
const tables = [known.slice(0, 6), [...more, ...known.slice(0, 6)]];
const lookupsPerRun = asked.length * 1000;

/** The mock's router with the first operations of the contract, and with many more beside them. */
export const contenders: Record<string, Contenders> = {
  routes: Object.fromEntries(
    tables.map((rows) => [
      String(rows.length),
      async () => {
        const { createRouter } = await import(pathToFileURL(join(mockFolder, "request/router.js")).href);
        const router = (createRouter as CreateRouter)(rows);
        return () => {
          for (let pass = 0; pass < 1000; pass += 1) for (const { method, path } of asked) router.find(method, path);
        };
      },
    ]),
  ),
};

/** Measures the time to find an operation. */
export function measureRoutes(isQuick: boolean): Promise<CpuRow[]> {
  return measureInTurn(import.meta.url, "routes", isQuick ? { rounds: 1, runs: 1 } : { rounds: 7, runs: 200 });
}

/** Renders the times, and each as a share of a whole request that takes `requestMicroseconds`. */
export function routesMarkdown(measured: readonly CpuRow[], requestMicroseconds: number): string {
  const times = measured.map(({ name, microseconds }) => ({ name, time: median(microseconds) / lookupsPerRun }));
  const least = times[0]?.time ?? 0;
  const share = (time: number) => `${(((time - least) / requestMicroseconds) * 100).toFixed(1)} % more`;
  return `### More operations

The time to find the operation of a request, in a table of so many operations, and what the difference is of a whole valid request.

${table(
  ["operations", "time", "of a request"],
  times.map(({ name, time }, index) => [name, `${time.toFixed(2)} µs`, index === 0 ? "" : share(time)]),
)}
`;
}
