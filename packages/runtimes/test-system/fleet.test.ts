import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis } from "../../../scripts/redis-server.mjs";

interface Outcomes {
  made: number;
  refused: number;
  stopped: number;
  failed: number;
}

const worker = fileURLToPath(new URL("fleet-worker.mjs", import.meta.url));

let redis: Awaited<ReturnType<typeof startRedis>>;
let mock: MockServer;
let arrivals = 0;

beforeAll(async () => {
  redis = await startRedis();
  mock = await startMock({ latency: "instant", onAnswer: () => (arrivals += 1) });
});

afterAll(async () => {
  await mock?.close();
  await redis?.close();
});

/** Starts ten processes with `count` calls each. */
function startFleet(what: string, count: number): { children: ChildProcess[]; outcomes: Promise<Outcomes[]> } {
  const children = Array.from({ length: 10 }, () =>
    spawn(process.execPath, [worker, redis.url, mock.baseURL, what, String(count)], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  return { children, outcomes: Promise.all(children.map(readOutcomes)) };
}

async function readOutcomes(child: ChildProcess): Promise<Outcomes> {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  return JSON.parse(text.trimEnd().split("\n").at(-1) ?? "");
}

const sumOutcomes = (outcomes: Outcomes[], name: keyof Outcomes) => outcomes.reduce((sum, one) => sum + one[name], 0);

test("ten processes with one key make 500 requests in one window together, and get no 429", async () => {
  arrivals = 0;

  const { children, outcomes } = startFleet("pacer", 100);
  // Each process reports that it waits, or its outcomes.
  await Promise.all(children.map((child) => child.stdout && once(child.stdout, "data")));
  await expect.poll(() => arrivals).toBe(500);
  for (const child of children) child.kill();
  const ended = await outcomes;

  expect({ refused: sumOutcomes(ended, "refused"), failed: sumOutcomes(ended, "failed") }).toEqual({
    refused: 0,
    failed: 0,
  });
  expect(arrivals).toBe(500);
  expect(sumOutcomes(ended, "made")).toBe(500);
});

test("the guards of ten processes stop at their shared budget", async () => {
  const { outcomes } = startFleet("guard", 12);

  const ended = await outcomes;

  expect({ failed: sumOutcomes(ended, "failed"), stopped: sumOutcomes(ended, "stopped") }).toEqual({
    failed: 0,
    stopped: 70,
  });
  expect(sumOutcomes(ended, "made")).toBe(50);
});
