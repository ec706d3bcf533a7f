import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";
import { operations } from "@model-access/contract";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractExamples } from "../test/contract-examples.js";
import { exampleRequest } from "../test/requests.js";

const { resolve } = createRequire(import.meta.url);
let prism: ChildProcessByStdio<null, Readable, null>;
let baseURL: string;

beforeAll(async () => {
  const args = [
    resolve("@stoplight/prism-cli"),
    "mock",
    "-p",
    "0",
    resolve("@model-access/contract/bundles/openapi.mock.yaml"),
  ];
  prism = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DO_NOT_TRACK: "1", SCARF_ANALYTICS: "false" },
  });
  baseURL = await listening();
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
    // It keeps connections for five seconds, which may end while one is used again.
    const connection = "close";
    const headers = { ...init.headers, connection, accept: mediaType, prefer: `code=${code}, example=${name}` };

    const response = await fetch(url.replace("http://mock", baseURL), { ...init, headers });

    expect(response.status).toBe(code);
    expect(response.headers.get("content-type")).toBe(mediaType);
    expect(mediaType === "application/json" ? await response.json() : await response.text()).toEqual(value);
  });
});

/** Resolves with the address that Prism says it listens on; rejects with what it said where it ends. */
function listening(): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    prism.stdout.on("data", (text) => {
      output += text;
      const [, address] = /Prism is listening on (http:\/\/[\d.]+:\d+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    prism.once("exit", (exitCode) => reject(new Error(`prism mock ended with exit code ${exitCode}: ${output}`)));
  });
}
