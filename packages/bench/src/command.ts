// `pnpm bench`: measures, prints, and writes RESULTS.md, and the same as JSON into reports.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { measureContractTests } from "./measure-contract-tests.ts";
import { measureCpu } from "./measure-cpu.ts";
import { measureDelays } from "./measure-delays.ts";
import { measurePipeline } from "./measure-pipeline.ts";
import { measureRoutes } from "./measure-routes.ts";
import { measureStore } from "./measure-store.ts";
import { measureStreams } from "./measure-streams.ts";
import { measureWatch } from "./measure-watch.ts";
import { toMarkdown } from "./results.ts";
import { measureSDK } from "./sdk/measure-sdk.ts";
import { subjects } from "./subjects.ts";

const results = new URL("../RESULTS.md", import.meta.url);
const asJson = new URL("../reports/results.json", import.meta.url);

if (process.argv.length > 2) {
  process.stderr.write("pnpm bench takes no options; it measures everything and writes packages/bench/RESULTS.md.\n");
  process.exit(2);
}

try {
  const loadBefore = loadavg()[0] ?? 0;
  process.stderr.write("Running the pipeline cold and cached …\n");
  const pipeline = measurePipeline();
  process.stderr.write("Measuring CPU per request …\n");
  const { requests, starts } = await measureCpu(subjects);
  process.stderr.write("Opening 200 and 1000 streams …\n");
  const streams = [...(await measureStreams(200)), ...(await measureStreams(1000))];
  process.stderr.write("Asking while heavy bodies are judged …\n");
  const delays = await measureDelays();
  process.stderr.write("Calling with a watch in between …\n");
  const watch = await measureWatch();
  process.stderr.write("Asking one and two processes with a store …\n");
  const store = await measureStore();
  const routes = await measureRoutes(requests);
  process.stderr.write("Measuring the SDK side by side with other clients …\n");
  const sdk = await measureSDK();
  process.stderr.write("Injecting faults for the contract tests …\n");
  const contractTests = measureContractTests();
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    loadBefore,
    loadAfter: loadavg()[0] ?? 0,
  };
  const measured = { machine, requests, starts, streams, delays, watch, routes, store, pipeline, sdk, contractTests };
  const markdown = toMarkdown(measured);
  for (const file of [results, asJson]) mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(results, markdown);
  writeFileSync(asJson, `${JSON.stringify(measured, null, 2)}\n`);
  process.stdout.write(markdown);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
