import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** A server to measure: how to start it on a port. */
export interface Subject {
  name: string;
  command: (port: number) => string[];
  /** The loads that mean the same to it; all where it is left out. */
  loads?: string[];
}

const prismManifest = require.resolve("@stoplight/prism-cli/package.json");

/** The program of our mock. */
export const mockCommand = join(dirname(require.resolve("@model-access/mock")), "command.js");

/** The mock's router, which is no part of its public interface. */
export async function loadRouter(): Promise<CreateRouter> {
  const file = pathToFileURL(join(dirname(mockCommand), "request/router.js")).href;
  return ((await import(file)) as { createRouter: CreateRouter }).createRouter; // the file exports it
}

type Row = { method: string; path: string };
type CreateRouter = (rows: Row[]) => { find(method: string, path: string): unknown };

/** Our mock, without pauses and without a rate limit that a measurement could reach. */
export const mockSubject: Subject = {
  name: "@model-access/mock",
  command: (port) => [
    mockCommand,
    "--port",
    String(port),
    "--latency",
    "instant",
    "--requests-per-minute",
    "1000000000",
    "--quiet",
  ],
};

/** Side by side: the barest server, our mock, a mock without validation, and the stock Prism command on our mock bundle. */
export const subjects: Subject[] = [
  {
    name: "bare node:http, static JSON",
    command: (port) => [fileURLToPath(new URL("bare-server.ts", import.meta.url)), String(port)],
  },
  mockSubject,
  {
    name: "@copilotkit/aimock",
    command: (port) => [
      join(dirname(require.resolve("@copilotkit/aimock")), "cli.js"),
      ...["--port", String(port), "--log-level", "silent"],
      ...["--fixtures", fileURLToPath(new URL("aimock-fixture.json", import.meta.url))],
    ],
    loads: ["valid chat request"], // it takes any request
  },
  {
    name: "stock Prism command",
    command: (port) => [
      join(dirname(prismManifest), "dist/index.js"),
      "mock",
      require.resolve("@model-access/contract/bundles/openapi.mock.yaml"),
      "--port",
      String(port),
      "--verboseLevel",
      "fatal",
    ],
  },
];
