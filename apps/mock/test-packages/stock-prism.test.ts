import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";
import { operations } from "@model-access/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractExamples } from "../test/contract-examples.js";
import { exampleRequest } from "../test/requests.js";

const { resolve } = createRequire(import.meta.url);
const bundles = ["openapi.yaml", "openapi.json"];
const running = new Map<string, { prism: ChildProcessByStdio<null, Readable, null>; baseURL: string }>();

beforeAll(async () => {
  await Promise.all(bundles.map(start));
});

afterAll(async () => {
  for (const { prism } of running.values()) {
    prism.kill();
    await once(prism, "exit");
  }
});

describe.each(bundles)("prism mock %s", (bundle) => {
  const examples = Object.keys(operations).flatMap((operationId) =>
    contractExamples(operationId)
      .filter(({ mediaType }) => mediaType === "application/json" || mediaType === "text/event-stream")
      .map((example) => ({ operationId, ...example })),
  );

  test.each(examples)(
    "answers $operationId with $code $name",
    async ({ operationId, code, mediaType, name, value }) => {
      const response = await send(bundle, operationId, { accept: mediaType, prefer: `code=${code}, example=${name}` });

      expect(response.status).toBe(code);
      expect(response.headers.get("content-type")).toBe(mediaType);
      expect(await bodyOf(response)).toEqual(value);
    },
  );

  test.each(["createChatCompletion", "createMessage", "createResponse", "queryBot"])(
    "answers %s by Accept alone with a stream",
    async (operationId) => {
      const response = await send(bundle, operationId, { accept: "text/event-stream" });

      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/event-stream");
      expect(contractExamples(operationId).map(({ value }) => value)).toContain(await response.text());
    },
  );

  test("answers a call without a preference with an example", async () => {
    const response = await send(bundle, "createChatCompletion", {});

    expect(response.status).toBe(200);
    expect(contractExamples("createChatCompletion").map(({ value }) => value)).toContainEqual(await response.json());
  });
});

function send(bundle: string, operationId: string, given: Record<string, string>): Promise<Response> {
  const { url, init } = exampleRequest(operationId);
  // It keeps connections for five seconds, which may end while one is used again.
  const headers = { ...init.headers, connection: "close", ...given };
  return fetch(url.replace("http://mock", running.get(bundle)?.baseURL ?? ""), { ...init, headers });
}

const bodyOf = (response: Response): Promise<unknown> =>
  response.headers.get("content-type") === "application/json" ? response.json() : response.text();

/** Starts the command as a user does, with nothing but the bundle and a port. */
async function start(bundle: string): Promise<void> {
  const command = [resolve("@stoplight/prism-cli"), "mock", "-p", "0"];
  const prism = spawn(process.execPath, [...command, resolve(`@model-access/contract/bundles/${bundle}`)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DO_NOT_TRACK: "1", SCARF_ANALYTICS: "false" },
  });
  running.set(bundle, { prism, baseURL: await listening(prism) });
}

/** Resolves with the address that Prism says it listens on; rejects with what it said where it ends. */
function listening(prism: ChildProcessByStdio<null, Readable, null>): Promise<string> {
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
