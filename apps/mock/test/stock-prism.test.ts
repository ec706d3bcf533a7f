import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { operations } from "@model-access/contract";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractExamples } from "./contract-examples.js";
import { exampleRequest } from "./requests.js";

const { resolve } = createRequire(import.meta.url);
const port = await freePort();
let prism: ChildProcess;

beforeAll(async () => {
  const args = [
    resolve("@stoplight/prism-cli"),
    "mock",
    "-v",
    "fatal",
    "-p",
    String(port),
    resolve("@model-access/contract/bundles/openapi.mock.yaml"),
  ];
  prism = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DO_NOT_TRACK: "1", SCARF_ANALYTICS: "false" },
  });
  await listening();
});

afterAll(async () => {
  prism.kill();
  await once(prism, "exit");
});

test.each(["openapi.mock.yaml", "openapi.mock.json", "openapi.json", "openapi.yaml"])(
  "the stock engine loads every operation of %s",
  async (bundle) => {
    const loaded = await getHttpOperationsFromSpec(resolve(`@model-access/contract/bundles/${bundle}`));

    expect(loaded.map(({ iid }) => iid).sort()).toEqual(Object.keys(operations).sort());
  },
);

describe.each(Object.values(operations))("prism mock answers $operationId", ({ operationId }) => {
  const examples = contractExamples(operationId).filter(
    ({ mediaType }) => mediaType === "application/json" || mediaType === "text/event-stream",
  );

  test.each(examples)("$code with $name", async ({ code, mediaType, name, value }) => {
    const { url, init } = exampleRequest(operationId);
    const headers = { ...init.headers, accept: mediaType, prefer: `code=${code}, example=${name}` };

    const response = await fetch(url.replace("http://mock", `http://127.0.0.1:${port}`), {
      ...init,
      headers,
      signal: AbortSignal.timeout(10_000),
    });

    expect(response.status).toBe(code);
    expect(response.headers.get("content-type")).toBe(mediaType);
    expect(mediaType === "application/json" ? await response.json() : await response.text()).toEqual(value);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  return address.port;
}

/** Resolves when Prism takes connections; it says nothing itself at this level of logging. */
async function listening(): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise((done) =>
      socket.once("connect", () => done(true)).once("error", () => done(false)),
    );
    socket.destroy();
    if (isOpen) return;
    if (prism.exitCode !== null) throw new Error(`prism mock ended with exit code ${prism.exitCode}.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
