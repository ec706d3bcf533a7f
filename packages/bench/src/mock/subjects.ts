import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { operations } from "@model-access/contract";
import { pathOf, type Subject } from "../node-process.ts";
import { type Load, refusedRequest, validRequest } from "./requests.ts";

const require = createRequire(import.meta.url);

/** Our mock, without latency or a reachable rate limit. */
export const mockSubject = {
  name: "@model-access/mock",
  command: [
    join(dirname(require.resolve("@model-access/mock")), "command.js"),
    ...["--port", "0", "--log", "json", "--quiet", "--latency", "instant", "--requests-per-minute", "1000000000"],
  ],
} satisfies Subject;

/** The bare server for the same work as the mock's in this mode. */
export const bareServer = (mode: "json" | "chained" | "together", options: object) => [
  fileURLToPath(new URL("bare-server.mjs", import.meta.url)),
  mode,
  JSON.stringify(options),
];

const [example] = Object.values(
  operations.createChatCompletion?.responses["200"]?.mediaTypes["application/json"]?.examples ?? {},
);
const both = [validRequest, refusedRequest];

/** Side by side: the barest server, our mock, a mock without validation, and the stock Prism command. */
export const subjects: (Subject & { loads: Load[] })[] = [
  {
    name: "bare node:http, static JSON",
    command: bareServer("json", { reply: JSON.stringify(example?.value) }),
    loads: both.map((load) => ({ ...load, status: 200 })),
  },
  { ...mockSubject, loads: both },
  {
    name: "@copilotkit/aimock",
    command: (port) => [
      join(dirname(require.resolve("@copilotkit/aimock")), "cli.js"),
      ...["--port", String(port), "--log-level", "silent"],
      ...["--fixtures", pathOf("aimock-fixture.json", import.meta.url)],
    ],
    loads: [validRequest], // it takes any request
  },
  {
    name: "stock Prism command",
    command: (port) => [
      join(dirname(require.resolve("@stoplight/prism-cli/package.json")), "dist/index.js"),
      ...["mock", require.resolve("@model-access/contract/bundles/openapi.yaml")],
      ...["--port", String(port), "--verboseLevel", "fatal"],
    ],
    loads: both,
  },
];
