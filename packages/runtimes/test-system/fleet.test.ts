import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
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
let arrivals: number[] = [];

beforeAll(async () => {
  redis = await startRedis();
  mock = await startMock({ latency: "instant", onAnswer: () => arrivals.push(performance.now()) });
});

afterAll(async () => {
  await mock?.close();
  await redis?.close();
});

/** Starts ten processes with so many calls each. */
function startFleet(what: string, count: number): { children: ChildProcess[]; outcomes: Promise<Outcomes[]> } {
  const children = Array.from({ length: 10 }, () =>
    spawn(process.execPath, [worker, redis.url, mock.baseURL, what, String(count)], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  return { children, outcomes: Promise.all(children.map(outcomesOf)) };
}

async function outcomesOf(child: ChildProcess): Promise<Outcomes> {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  return JSON.parse(text);
}

const sumOf = (outcomes: Outcomes[], name: keyof Outcomes) => outcomes.reduce((sum, one) => sum + one[name], 0);

/** The most that came in any minute. */
const mostInAMinute = (times: number[]) =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 60_000).length));

test("ten processes with one key make 500 requests a minute together, and get no 429", {
  timeout: 180_000,
}, async () => {
  arrivals = [];

  const { children, outcomes } = startFleet("pacer", 100);
  await expect.poll(() => arrivals.length, { timeout: 150_000 }).toBeGreaterThanOrEqual(490);
  await sleep(2_000);
  for (const child of children) child.kill();
  const ended = await outcomes;

  expect({ refused: sumOf(ended, "refused"), failed: sumOf(ended, "failed") }).toEqual({ refused: 0, failed: 0 });
  expect(mostInAMinute(arrivals)).toBeGreaterThanOrEqual(490);
  expect(mostInAMinute(arrivals)).toBeLessThanOrEqual(500);
  expect(sumOf(ended, "made")).toBe(arrivals.length);
});

test("the guards of ten processes stop at their sum", { timeout: 120_000 }, async () => {
  const { outcomes } = startFleet("guard", 12);

  const ended = await outcomes;

  expect({ failed: sumOf(ended, "failed"), stopped: sumOf(ended, "stopped") }).toEqual({ failed: 0, stopped: 70 });
  expect(sumOf(ended, "made")).toBe(50);
});
