import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** A server to measure: how to start it on a port. */
export interface Subject {
  name: string;
  command: (port: number) => string[];
}

const prismManifest = require.resolve("@stoplight/prism-cli/package.json");

/** The program of our mock. */
export const mockCommand = join(dirname(require.resolve("@model-access/mock")), "command.js");

/** Side by side: the barest server, our mock, and the stock Prism command on our mock bundle. */
export const subjects: Subject[] = [
  {
    name: "bare node:http, static JSON",
    command: (port) => [fileURLToPath(new URL("bare-server.ts", import.meta.url)), String(port)],
  },
  {
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
