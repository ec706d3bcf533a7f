import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis } from "../../../scripts/redis-server.mjs";
import { run } from "../test/run.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";

const commandOf = (name: string) =>
  fileURLToPath(new URL(`../node_modules/@model-access/${name}/dist/command.js`, import.meta.url));

let redis: Awaited<ReturnType<typeof startRedis>>;
let front: RoundRobin;
const mocks: ChildProcess[] = [];

beforeAll(async () => {
  redis = await startRedis();
  const baseURLs = await Promise.all([1, 2, 3].map(startOne));
  front = await startRoundRobin(baseURLs);
});

afterAll(async () => {
  front?.close();
  for (const mock of mocks) mock.kill("SIGKILL");
  await redis?.close();
});

async function startOne(): Promise<string> {
  const env = { ...process.env, MODEL_ACCESS_MOCK_STORE: redis.url };
  const mock = spawn(process.execPath, [commandOf("mock"), "--port", "0", "--quiet"], { env });
  mocks.push(mock);
  const [line] = await once(mock.stdout, "data");
  return /http:\S+/.exec(String(line))?.[0] ?? "";
}

test("three mocks on one store keep the contract together, each request at the next of them", async () => {
  const { code, stdout, stderr } = await run(
    process.execPath,
    [commandOf("contract-tests"), "--base-url", front.baseURL],
    { env: { MODEL_ACCESS_API_KEY: "sk-mock-full" }, timeoutMs: 600_000 },
  );

  expect(code, stdout + stderr).toBe(0);
}, 700_000);
