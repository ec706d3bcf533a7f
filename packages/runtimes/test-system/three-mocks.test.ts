import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis } from "../../../scripts/redis-server.mjs";
import { run } from "../test-packages/run.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";

const resolveCommand = (entry: string) => fileURLToPath(new URL("command.js", entry));
const mockCommand = resolveCommand(import.meta.resolve("@model-access/mock"));
const contractTests = resolveCommand(import.meta.resolve("@model-access/contract-tests"));

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
  const mock = spawn(process.execPath, [mockCommand, "--port", "0", "--log", "json", "--quiet"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  mocks.push(mock);
  const [line] = await once(mock.stdout, "data");
  return JSON.parse(String(line)).url;
}

test("three mocks on one store follow the contract, with each request sent to the next one", async () => {
  const { code, stdout, stderr } = await run(process.execPath, [contractTests, "--base-url", front.baseURL], {
    env: { MODEL_ACCESS_API_KEY: "sk-mock-full" },
    timeoutMs: 600_000,
  });

  expect(code, stdout + stderr).toBe(0);
}, 700_000);
