#!/usr/bin/env node
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { contractVersion } from "@model-access/contract";
import { latencies, parseLatency } from "./latency/latency.js";
import { type MockServer, type ServerOptions, startMock } from "./server.js";
import { welcome } from "./welcome.js";

const help = `Usage: model-access-mock [options]

Serves a mock of the Model Access API and prints its base URL when it listens.

  --port N          port to listen on; 0 takes any free one (default 4010)
  --host HOST       address to listen on (default 127.0.0.1, this machine only)
  --allow-host NAME a further name by which it may be called (repeatable)
  --latency NAME    speed of streams: ${Object.keys(latencies).join(", ")} (default fast),
                    or values such as first=200,gap=20,spread=0.3
  --seed N          seed of the ids (default 1)
  --requests-per-minute N
                    rate window of the keys that have the service's (default 500)
  --quiet           print nothing but the base URL
  --welcome         print keys, base URLs and snippets to paste as well
  --version         print the version
  --help            print this
`;

const options = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  "allow-host": { type: "string", multiple: true, default: [] as string[] },
  latency: { type: "string", default: "fast" },
  seed: { type: "string", default: "1" },
  "requests-per-minute": { type: "string", default: "500" },
  quiet: { type: "boolean", default: false },
  welcome: { type: "boolean", default: false },
  version: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

try {
  await run();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`model-access-mock: ${message.split("\n")[0]}\n`);
  process.exitCode = 2;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return void process.stdout.write(help);
  if (values.version)
    return void process.stdout.write(`model-access-mock ${ownVersion()}, contract ${contractVersion}\n`);
  const settings: ServerOptions = {
    port: integer("--port", values.port),
    host: values.host,
    allowedHosts: values["allow-host"],
    latency: parseLatency(values.latency),
    seed: integer("--seed", values.seed),
    requestsPerMinute: integer("--requests-per-minute", values["requests-per-minute"]),
    ...(!values.quiet && { log: (line: string) => process.stderr.write(`${line}\n`) }),
  };
  const mock = await startMock(settings);
  process.stdout.write(`The mock listens on ${mock.baseURL}\n`);
  endWith(mock);
  if (values.welcome) process.stdout.write(welcome(mock.baseURL));
}

function integer(flag: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new RangeError(`${flag} is '${text}'; it must be a whole number.`);
  return Number(text);
}

/** Ctrl-C and a polite kill end the mock; a second one ends it at once. */
function endWith(mock: MockServer): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void mock.close());
}

function ownVersion(): string {
  return (createRequire(import.meta.url)("../package.json") as { version: string }).version; // npm requires the field
}
