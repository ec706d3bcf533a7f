import { expect, test } from "vitest";
import { type Report, type RunOptions, runContractTests } from "../src/index.js";
import { createDeployment, key, keys } from "./faults/deployment.ts";
import { changed, type Fault, unnamed } from "./faults/fault.ts";
import { isAt } from "./faults/rows.ts";

const slowMs = 900;

/** Two completions are always made at the same time. */
const paidAtOnce = 2;

test("sends requests that are refused slowly a few at a time, and finds what it finds otherwise", async () => {
  const [quick, slow] = [await run({ refusalMs: 2 }), await run({ refusalMs: slowMs })];

  expect(quick.mostAtOnce).toBe(paidAtOnce);
  expect(slow.mostAtOnce).toBe(4);
  expect(outcomesIn(slow.report)).toEqual(outcomesIn(quick.report));
  expect(slow.report.calls).toBe(quick.report.calls);
  expect(slow.timesInTurn).toBeLessThan(0.65 * quick.timesInTurn);
});

test("finds the same faults in slow refusals as in quick ones", async () => {
  const html = changed((answer) => {
    if (answer.status >= 400) answer.body = "<h1>No</h1>";
  });

  const [quick, slow] = [await run({ refusalMs: 2, fault: html }), await run({ refusalMs: slowMs, fault: html })];

  expect(outcomesIn(slow.report)).toEqual(outcomesIn(quick.report));
});

test("sends one call after the other to a deployment whose limit it could reach", async () => {
  const { mostAtOnce } = await run({ refusalMs: slowMs, fault: limited });

  expect(mostAtOnce).toBe(paidAtOnce);
});

test("goes on one by one where a request is answered that has to be refused", async () => {
  const accepting: Fault = {
    ...unnamed,
    ask: ({ path, json }) => {
      if (isAt("chat", path) && json?.temperature !== undefined) delete json.temperature;
      return undefined;
    },
  };

  const [quick, slow] = [
    await run({ refusalMs: 2, fault: accepting }),
    await run({ refusalMs: slowMs, fault: accepting }),
  ];

  expect(outcomesIn(slow.report)).toEqual(outcomesIn(quick.report));
  expect(slow.report.billedCalls).toBe(quick.report.billedCalls);
});

test("takes no call ahead where the points of a run are limited", async () => {
  const { mostAtOnce } = await run({ refusalMs: slowMs }, { maxPoints: 100_000 });

  expect(mostAtOnce).toBe(paidAtOnce);
});

const limited = changed((answer) => {
  answer.headers["x-ratelimit-limit-requests"] = "150";
  answer.headers["x-ratelimit-remaining-requests"] = "149";
});

/** Runs the tests on a deployment that says how long it takes; what is sent meanwhile is sent at the same time. */
async function run({ refusalMs, fault }: { refusalMs: number; fault?: Fault }, options: Partial<RunOptions> = {}) {
  const { send, sleep } = createDeployment(fault);
  let atOnce = 0;
  let mostAtOnce = 0;
  let timesInTurn = 0;
  const report = await runContractTests({
    baseURL: "http://127.0.0.1",
    apiKey: key,
    keys,
    sleep,
    send: async (...given) => {
      if (atOnce === 0) timesInTurn += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      const result = await send(...given);
      await new Promise(setImmediate);
      atOnce -= 1;
      const isRefused = (result.reply?.status ?? 0) >= 400;
      return { ...result, tookMs: isRefused ? refusalMs : 2 };
    },
    ...options,
  });
  return { report, mostAtOnce, timesInTurn };
}

function outcomesIn({ rules }: Report): Record<string, string> {
  return Object.fromEntries(rules.map(({ id, outcome }) => [id, outcome]));
}
