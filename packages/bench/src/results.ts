import type { CpuMeasurement, StartMeasurement } from "./measure-cpu.ts";
import type { DelayMeasurement } from "./measure-delays.ts";
import type { PipelineMeasurement } from "./measure-pipeline.ts";
import type { RouteMeasurement } from "./measure-routes.ts";
import type { StoreMeasurement } from "./measure-store.ts";
import type { StreamMeasurement } from "./measure-streams.ts";
import type { WatchMeasurement } from "./measure-watch.ts";
import { median } from "./median.ts";
import { planMarkdown } from "./plan.ts";
import type { SDKResults } from "./sdk/measure-sdk.ts";
import { sdkMarkdown } from "./sdk/sdk-markdown.ts";

/** Machine and date of a run. */
export interface Machine {
  date: string;
  node: string;
  platform: string;
  cores: number;
  loadBefore: number;
  loadAfter: number;
}

/** Everything that one run of the bench measured. */
export interface Results {
  machine: Machine;
  requests: CpuMeasurement[];
  starts: StartMeasurement[];
  streams: StreamMeasurement[];
  /** Left out of a run that did not measure them. */
  delays?: DelayMeasurement[];
  /** Left out as well where it was not measured. */
  watch?: WatchMeasurement[];
  routes: RouteMeasurement[];
  /** Left out of a run that did not measure it. */
  store?: StoreMeasurement;
  pipeline: PipelineMeasurement;
  sdk: SDKResults;
  /** A table in Markdown. */
  contractTests: string;
}

/** The results as Markdown: ratios first, each to the bare server of the same round. */
export function toMarkdown({
  machine,
  requests,
  starts,
  streams,
  delays = [],
  watch = [],
  routes,
  store,
  pipeline,
  sdk,
  contractTests,
}: Results): string {
  const [baseline] = requests;
  const loads = [...new Set(requests.map(({ load }) => load))];
  const subjects = [...new Set(requests.map(({ subject }) => subject))];
  const cell = (subject: string, load: string) => {
    const own = valuesOf(requests, subject, load);
    if (own.length === 0) return "not refused";
    const bare = valuesOf(requests, baseline?.subject ?? "", load);
    const ratios = own.map((value, round) => value / (bare[round] ?? Number.NaN));
    return `${median(ratios).toFixed(1)} (${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}; ${Math.round(median(own))} µs)`;
  };
  return `# Results

Written by \`pnpm bench\` on ${machine.date}: Node ${machine.node}, ${machine.platform}, ${machine.cores} cores, load ${machine.loadBefore.toFixed(1)} before and ${machine.loadAfter.toFixed(1)} after.

## CPU per request

As a ratio to bare node:http in the same round: median of the rounds (lowest to highest; median CPU time). Sixteen connections, one process each.

| server | ${loads.join(" | ")} |
|---|${loads.map(() => "---|").join("")}
${subjects.map((subject) => `| ${subject} | ${loads.map((load) => cell(subject, load)).join(" | ")} |`).join("\n")}

## CPU to the first answer

| server | CPU time |
|---|---|
${starts.map(({ subject, cpuMs }) => `| ${subject} | ${(cpuMs / 1000).toFixed(2)} s |`).join("\n")}

## Streams opened at once

Measured gaps as a ratio to the requested ones, against a server that chains a timer for each event: median of the rounds (lowest to highest).

| server | streams | first event | gap | duration | memory | CPU of an event |
|---|---|---|---|---|---|---|
${streams.map(streamRow).join("\n")}

## While a heavy body is judged

The slowest answer of a session that asks all the while, in the same process as another session's heavy body: median of the rounds (lowest to highest).

| body | size | answered with | slowest answer of another session |
|---|---|---|---|
${delays.map(delayRow).join("\n")}
${watchSection(watch)}
## More operations

The time to find the operation of a request, in a table of so many operations, and what the difference is of a whole valid request.

| operations | time | of a request |
|---|---|---|
${routes.map(({ operations, microseconds, share }) => `| ${operations} | ${microseconds.toFixed(2)} µs | ${share === undefined ? "" : `${(share * 100).toFixed(1)} % more`} |`).join("\n")}

${store === undefined ? "" : storeSection(store)}## Faults that the contract tests find

Injected one by one into deployments of the mock (\`packages/contract-tests/test/faults\`).

${contractTests}

## The pipeline

Build, lint, type check and test of all packages, after the install.

| run | time |
|---|---|
| cold | ${pipeline.coldSeconds.toFixed(0)} s |
| nothing changed | ${pipeline.cachedSeconds.toFixed(1)} s |

${sdkMarkdown(sdk)}`;
}

const valuesOf = (requests: CpuMeasurement[], subject: string, load: string) =>
  requests.find((row) => row.subject === subject && row.load === load)?.cpuMicrosecondsPerRequest ?? [];

function storeSection({ storeToMemory, twoToOne, perSecond, startMs, backAfterMs, streams }: StoreMeasurement): string {
  const spread = (values: number[], digits: number) =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
  return `## One mock on many processes

With a store on the same machine: median of the rounds (lowest to highest).

| | |
|---|---|
| CPU of a valid request, × that in memory | ${spread(storeToMemory, 2)} |
| CPU of a valid request with two workers, their primary included, × that of one process | ${spread(twoToOne, 2)} |
| requests a second of one process | ${spread(perSecond.one, 0)} |
| requests a second of two workers | ${spread(perSecond.two, 0)} |
| a start takes longer than in memory by | ${spread(startMs, 0)} ms |
| a process answers again after its store does | ${spread(backAfterMs, 0)} ms |

Streams opened at once, with a first event after ${streams.asked.firstMs / 1000} s and the next ones ${streams.asked.gapMs / 1000} s apart:

| server | streams | first event | gap | duration | memory | CPU of an event |
|---|---|---|---|---|---|---|
${streamRow(streams)}

${planMarkdown(streams)}
`;
}

function delayRow({ body, megabytes, status, slowestMs }: DelayMeasurement): string {
  const [middle, lowest, highest] = [median(slowestMs), Math.min(...slowestMs), Math.max(...slowestMs)].map((ms) =>
    ms.toFixed(0),
  );
  return `| ${body} | ${megabytes.toFixed(1)} MB | ${status} | ${middle} ms (${lowest} to ${highest}) |`;
}

function streamRow({ name, streams, asked, memoryMb, eventMicroseconds, ...came }: StreamMeasurement): string {
  const cell = (values: number[], digits: number) => {
    const [middle, lowest, highest] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
      value.toFixed(digits),
    );
    return `${middle} (${lowest} to ${highest})`;
  };
  const ratios = (["firstMs", "gapMs", "durationMs"] as const).map((key) =>
    cell(
      came[key].map((ms) => ms / asked[key]),
      3,
    ),
  );
  return `| ${name} | ${streams} | ${ratios.join(" | ")} | ${cell(memoryMb, 0)} MB | ${cell(eventMicroseconds, 0)} µs |`;
}

/** Renders the time that the contract tests' watch adds to a call. */
function watchSection(watch: WatchMeasurement[]): string {
  if (watch.length === 0) return "";
  const ms = (values: number[]) => `${median(values).toFixed(2)} ms`;
  const rows = watch.map(({ call, directMs, watchedMs }) => {
    const added = watchedMs.map((value, round) => value - (directMs[round] ?? Number.NaN));
    return `| ${call} | ${ms(directMs)} | ${ms(watchedMs)} | ${ms(added)} |`;
  });
  return `
## A watch in between

How long a call of the mock takes without and with the contract tests' \`watch\` in between: median of the rounds' medians.

| call | without | with | added |
|---|---|---|---|
${rows.join("\n")}
`;
}
