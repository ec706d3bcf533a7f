import { expect, test } from "vitest";
import { rules } from "../src/areas.js";
import { expectFound } from "./expect-found.ts";
import { breakRule } from "./faults/break-rule.ts";
import { consequences } from "./faults/consequences.ts";
import { faults } from "./faults/index.ts";
import { legalVariants, notedVariants } from "./faults/legal.ts";
import { replayCorrectRuns } from "./replay-correct-runs.ts";

replayCorrectRuns();

const brokenRules = new Set<string>();

test.each(faults.map((fault) => [fault.id, fault] as const))(
  "finds %s, and blames nothing else",
  async (_id, fault) => {
    for (const id of await expectFound(fault)) brokenRules.add(id);
  },
);

test("every rule is broken by a fault of the lists, or by one that is made for it", { timeout: 120_000 }, async () => {
  const unbroken: string[] = [];
  for (const rule of rules) if (!brokenRules.has(rule.id) && !(await breakRule(rule))) unbroken.push(rule.id);

  expect(unbroken).toEqual([]);
});

test("no two faults and no two variants have the same id, and none is lost", () => {
  const variants = [...legalVariants, ...notedVariants];
  const ids = [...faults, ...variants].map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(consequences).filter((id) => !ids.includes(id))).toEqual([]);
  expect(faults.length).toBe(874);
  expect(variants.length).toBe(160);
});
