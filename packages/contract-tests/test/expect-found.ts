import { expect } from "vitest";
import { runContractTests } from "../src/index.js";
import { consequences } from "./faults/consequences.ts";
import type { Fault } from "./faults/fault.ts";
import { brokenIn, findingsOf, isFound, runOnFault } from "./faults/run-fault.ts";

/** Runs the contract tests on a fault: the rules that have to find it do, and nothing else is blamed but what it brings with it. */
export async function expectFound(fault: Fault): Promise<string[]> {
  const report = await runOnFault(fault, runContractTests);

  const broken = brokenIn(report);
  const expected = [...fault.by, ...(consequences[fault.id] ?? [])];
  expect(broken.filter((id) => !expected.some((beginning) => id.startsWith(beginning)))).toEqual([]);
  expect(isFound(fault, report)).toBe(fault.by.length > 0);
  if (fault.weighs !== undefined)
    expect([...new Set(broken.filter((id) => fault.by.includes(id)).map((id) => findingsOf(report)[id]))]).toEqual([
      fault.weighs,
    ]);
  return broken;
}
