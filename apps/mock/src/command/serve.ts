import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { contractVersion } from "@model-access/contract";
import { latencies, parseLatency } from "../latency/latency.js";
import type { RequestSummary } from "../pipeline.js";
import { type MockServer, type ServerOptions, startMock } from "../server.js";
import type { Chaos } from "../world/chaos.js";
import { readWorld } from "../world/read-world.js";
import { endWith, integer, logFormat, logLine, sayListening } from "./flags.js";
import { tellFaults } from "./tell-faults.js";
import { welcome } from "./welcome.js";

export const help = `Usage: model-access-mock [options]
       model-access-mock record --upstream URL --out FILE [--port N]
       model-access-mock schema

Serves a mock of the Model Access API and prints its base URL when it is ready.
record saves the exchanges with a deployment to a file for --recordings; schema prints
the JSON Schema of the file for --state.

  --port N          port to listen on; 0 takes any free one (default 4010)
  --host HOST       address to listen on (default 127.0.0.1, this machine only)
  --allow-host NAME another host name that it answers to (repeatable)
  --allow-origin ORIGIN
                    pages of this origin may use the admin API (repeatable)
  --remote-admin    let other machines use the admin API under /_mock too
  --cert FILE, --key FILE
                    answer by HTTPS, with HTTP/2, with this certificate and its key (PEM)
  --latency NAME    speed of replies: ${Object.keys(latencies).join(", ")} (default fast),
                    or values such as first=200,gap=20,spread=0.3; for some requests,
                    "reasoning model=gpt-5.2", "overloaded chance=0.05" (repeatable)
  --seed N          changes replies and ids (default 1)
  --requests-per-minute N
                    rate limit of each key but sk-mock-tiny (default 500)
  --points N        opening balance of accounts, or unlimited (default 1000000)
  --state FILE      your own models, bots, keys, replies and faults, as YAML or JSON;
                    reloaded when it changes
  --replies-only    answer 400 if no scripted reply matches, and name the nearest
  --recordings PATH a file or folder of recorded exchanges (.jsonl, .har) to replay;
                    --fixtures is the same
  --recordings-only answer 400 if no recording matches; for CI
  --record-missing  send requests that no recording answers to --upstream, with the key of
                    MODEL_ACCESS_API_KEY, and add the exchanges to --recordings
  --upstream URL    base URL of the deployment; https, or on this machine
  --recordings-ignore NAME
                    ignore this member of JSON bodies when comparing a request with
                    the recorded ones: user, /metadata/trace, /messages/*/id (repeatable)
  --fault RULE      a fault for every request, or for some: "status-503",
                    "stall;at=3 model=gpt-5.2 operation=createMessage times=2",
                    "status-503 text=weather" (or pattern=, system=, key=),
                    "status-503 chance=0.05" (repeatable)
  --chaos light|heavy
                    random faults and delays, as on a bad day
  --strict          refuse custom parameters of chat completions
  --max-body-bytes N
                    the largest request body (default 16777216); a larger one gets 413
  --journal-size N  exchanges that the journal of a session keeps (default 1000)
  --journal-bytes N memory for the journals of all sessions (default 268435456),
                    or of each session with --store
  --store URL       Redis or Valkey 7 or later, redis://HOST:PORT/DB (rediss: for TLS); all mocks
                    that name it share sessions and files. Prefer MODEL_ACCESS_MOCK_STORE,
                    because others can see a command line
  --session-ttl T   how long the store keeps an unused session: 30m, 24h (default), 7d
  --workers N       processes on this port; one that dies is restarted; needs a store
  --drain T         time that open answers may take after SIGTERM, such as 25s (default 0s)
  --log FORMAT      text (default) or json: one line on stderr for each request; with json the
                    base URL is a line {"event":"listening","url":"http://127.0.0.1:4010"}
  --quiet           print the base URL only, and no line for each request
  --welcome         print keys, base URLs and snippets to paste as well
  --version         print the version
  --help            print this
`;

const options = {
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  "allow-host": { type: "string", multiple: true, default: [] as string[] },
  "allow-origin": { type: "string", multiple: true, default: [] as string[] },
  "remote-admin": { type: "boolean", default: false },
  cert: { type: "string" },
  key: { type: "string" },
  latency: { type: "string", multiple: true, default: [] as string[] },
  seed: { type: "string", default: "1" },
  "requests-per-minute": { type: "string", default: "500" },
  points: { type: "string", default: "1000000" },
  state: { type: "string" },
  "replies-only": { type: "boolean", default: false },
  recordings: { type: "string" },
  fixtures: { type: "string" },
  "recordings-only": { type: "boolean", default: false },
  "record-missing": { type: "boolean", default: false },
  upstream: { type: "string" },
  "recordings-ignore": { type: "string", multiple: true, default: [] as string[] },
  "fixtures-ignore": { type: "string", multiple: true, default: [] as string[] },
  fault: { type: "string", multiple: true, default: [] as string[] },
  chaos: { type: "string" },
  strict: { type: "boolean", default: false },
  "max-body-bytes": { type: "string", default: "16777216" },
  "journal-size": { type: "string", default: "1000" },
  "journal-bytes": { type: "string", default: "268435456" },
  store: { type: "string" },
  "session-ttl": { type: "string", default: "24h" },
  workers: { type: "string", default: "1" },
  drain: { type: "string", default: "0s" },
  log: { type: "string", default: "text" },
  quiet: { type: "boolean", default: false },
  welcome: { type: "boolean", default: false },
  version: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** `model-access-mock`: serves until it is told to end. */
export async function serveCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  if (values.help) return void process.stdout.write(help);
  if (values.version)
    return void process.stdout.write(`model-access-mock ${ownVersion()}, contract ${contractVersion}\n`);
  const speeds = values.latency.filter((text) => /\s(?!first|gap|spread)\w+=/.test(text));
  const world = {
    state: values.state,
    faults: values.fault,
    latencies: speeds,
    chaos: values.chaos as Chaos | undefined, // what is none is refused when the world is read
  };
  const requestsPerMinute = integer("--requests-per-minute", values["requests-per-minute"]);
  const recordings = values.recordings ?? values.fixtures;
  const format = logFormat(values.log);
  const settings: ServerOptions = {
    ...world,
    port: integer("--port", values.port),
    host: values.host,
    allowedHosts: values["allow-host"],
    allowedOrigins: values["allow-origin"],
    remoteAdmin: values["remote-admin"],
    ...(values.cert !== undefined && { cert: values.cert }),
    ...(values.key !== undefined && { key: values.key }),
    latency: parseLatency(values.latency.findLast((text) => !speeds.includes(text)) ?? "fast"),
    seed: integer("--seed", values.seed),
    requestsPerMinute,
    points: values.points === "unlimited" ? values.points : integer("--points", values.points),
    ...(recordings !== undefined && { recordings }),
    repliesOnly: values["replies-only"],
    recordingsOnly: values["recordings-only"],
    ...recordMissing(values),
    recordingsIgnore: [...values["recordings-ignore"], ...values["fixtures-ignore"]],
    strict: values.strict,
    maxBodyBytes: integer("--max-body-bytes", values["max-body-bytes"]),
    journalSize: integer("--journal-size", values["journal-size"]),
    journalBytes: integer("--journal-bytes", values["journal-bytes"]),
    ...storeOptions(values),
    ...logOptions(format, { isQuiet: values.quiet }),
  };
  keepNewObjectsYoung();
  const workers = integer("--workers", values.workers);
  const drainMs = duration("--drain", values.drain, "25s or 2m");
  if (workers < 1) throw new RangeError("--workers is 0; it must be a whole number, at least 1.");
  if (workers > 1 && settings.store === undefined) {
    throw new RangeError("--workers needs --store, in which the processes share their sessions.");
  }
  const single = workers > 1 ? undefined : await startMock(settings);
  const mock = single ?? (await serveByWorkers(workers, settings, { drainMs }));
  if (mock === undefined) return; // a worker, whose primary says where it listens
  sayListening("The mock", { url: mock.baseURL, format });
  const close = async (options: { drainMs: number }) => {
    await mock.close(options);
    // Journals in a store go on after the process.
    if (single !== undefined && !values.quiet && settings.store === undefined) {
      tellFaults(await single.faultsOfClients(), format);
    }
  };
  endWith({ close }, { drainMs });
  if (values.welcome && !values.quiet && format === "text")
    process.stdout.write(welcome({ baseURL: mock.baseURL, requestsPerMinute }, readWorld(world)));
}

/**
 * Keeps V8 from making objects among the old ones because their like have survived so far. In the first second the whole
 * journal survives; made so from then on, each forgotten exchange would keep what it refers to from being collected
 * cheaply. It is a fourth of the CPU time of a request.
 */
function keepNewObjectsYoung(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/** The key comes from the environment, as others can see a command line. */
function recordMissing(values: { "record-missing": boolean; upstream?: string }): Pick<ServerOptions, "recordMissing"> {
  const { "record-missing": isAsked, upstream } = values;
  if (!isAsked && upstream === undefined) return {};
  const apiKey = process.env.MODEL_ACCESS_API_KEY;
  if (!isAsked || upstream === undefined) {
    throw new RangeError(
      "--record-missing and --upstream go together: --record-missing --upstream https://api.example.com.",
    );
  }
  if (!apiKey) throw new RangeError("--record-missing needs the deployment's key in MODEL_ACCESS_API_KEY.");
  return { recordMissing: { upstream, apiKey } };
}

async function serveByWorkers(
  count: number,
  settings: ServerOptions,
  options: { drainMs: number },
): Promise<Pick<MockServer, "baseURL" | "close"> | undefined> {
  const { startWorkers } = await import("./workers.js");
  return startWorkers(count, settings, options);
}

/** Compose files and the like give the URL by the environment, as it has a password in it. */
function storeOptions(values: {
  store?: string;
  "session-ttl": string;
}): Pick<ServerOptions, "store" | "sessionTtlMs"> {
  const store = values.store ?? (process.env.MODEL_ACCESS_MOCK_STORE || undefined);
  const sessionTtlMs = duration("--session-ttl", values["session-ttl"], "30m, 24h or 7d");
  return { ...(store !== undefined && { store }), sessionTtlMs };
}

/** The milliseconds that a flag says. Throws one sentence on what is no time. */
function duration(flag: string, text: string, examples: string): number {
  const [, count = "", unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[unit];
  if (seconds === undefined) throw new RangeError(`${flag} is '${text}'; it must be a time such as ${examples}.`);
  return Number(count) * seconds * 1000;
}

function logOptions(
  format: "text" | "json",
  { isQuiet }: { isQuiet: boolean },
): Pick<ServerOptions, "log" | "onAnswer"> {
  if (isQuiet) return { ...logOptions(format, { isQuiet: false }), onAnswer: () => undefined };
  if (format === "text") return { log: logLine };
  return {
    log: (message) => logLine(JSON.stringify({ message })),
    onAnswer: (summary: RequestSummary) => logLine(JSON.stringify(summary)),
  };
}

function ownVersion(): string {
  return (createRequire(import.meta.url)("../../package.json") as { version: string }).version; // npm requires the field
}
