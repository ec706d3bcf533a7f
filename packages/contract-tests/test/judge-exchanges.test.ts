import { expect, test } from "vitest";
import { areas, rules } from "../src/areas.js";
import { judgeExchanges } from "../src/judging/judge-exchanges.js";
import type { RuleResult } from "../src/judging/judge-rule.js";
import { createCleaner } from "../src/report/clean.js";
import { createJudge } from "../src/run/judge.js";
import { runPreflight } from "../src/run/preflight.js";
import { openSession } from "../src/run/session.js";
import { noText } from "./deployment.ts";
import { createDeployment, key } from "./faults/deployment.ts";

test.each([
  ["a correct deployment", undefined],
  ["one whose replies have no text", noText],
] as const)("judges the calls of a run on %s as the run did", async (_what, fault) => {
  const { send, sleep } = createDeployment(fault);
  const session = openSession({ areas, root: "http://127.0.0.1", keys: { apiKey: key }, send, sleep });
  const clean = createCleaner(key);
  await runPreflight(session);
  const judge = createJudge({ rules, selected: [], session, keys: { apiKey: key }, clean });
  const inRun: RuleResult[] = [];
  for (const rule of rules) inRun.push(await judge(rule));

  const again = new Map(judgeExchanges(session.made()).map((result) => [result.rule.id, result.outcome]));

  const judged = inRun.filter(({ outcome }) => ["pass", "fail", "warn", "note"].includes(outcome));
  const differing = judged.filter(({ rule, outcome }) => again.get(rule.id) !== outcome);
  expect(differing.map(({ rule }) => rule.id)).toEqual([]);
  expect(judged.length).toBeGreaterThan(200);
});
