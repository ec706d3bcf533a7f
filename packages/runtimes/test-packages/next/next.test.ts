import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ModelAccess } from "@model-access/sdk";
import { expect } from "vitest";
import { next } from "../programs.ts";
import { test as base, makeInsideProject } from "../project.ts";
import { runWell } from "../run.ts";

const test = base.extend("url", { scope: "file" }, async ({ mock }, { onCleanup }) => {
  const cwd = makeInsideProject("next");
  const env = {
    NEXT_TELEMETRY_DISABLED: "1",
    TURBOPACK_ROOT: fileURLToPath(new URL("../../../..", import.meta.url)),
    MODEL_ACCESS_BASE_URL: mock.baseURL,
  };
  await runWell(process.execPath, [next, "build"], { cwd, env });
  const args = [next, "start", "--port", "0", "--hostname", "127.0.0.1"];
  const server = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", 2] });
  const ended = once(server, "exit");
  onCleanup(async () => {
    server.kill();
    await ended;
  });
  let printed = "";
  return new Promise<string>((resolve, reject) => {
    server.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (url !== undefined && printed.includes("Ready")) resolve(url);
    });
    ended.then(() => reject(new Error(`Next ended: ${printed}`)));
  });
});

test.for(["nodejs", "edge"])("the SDK behaves the same in a route of Next (%s)", async (runtime, { url, expected }) => {
  const response = await fetch(`${url}/${runtime}`);

  expect(await response.json()).toEqual(expected);
});

test("a route of Next asks a bot and blocks its thread", async ({ url, mock }) => {
  const client = new ModelAccess({ apiKey: "sk-mock-full", baseURL: mock.baseURL });
  const messages = [{ role: "user" as const, content: "Hello" }];

  const response = await fetch(`${url}/sync`);
  let awaited = "";
  for await (const { text } of client.bots.respond({ bot: "Claude-Sonnet-4.5", messages })) awaited += text;

  expect(await response.json()).toBe(awaited);
});
