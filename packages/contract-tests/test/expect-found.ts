import { expect } from "vitest";
import { runContractTests } from "../src/index.js";
import type { Fault } from "./faults/fault.ts";
import recorded from "./faults/findings.json" with { type: "json" };
import { findingsOf, isFound, runOnFault } from "./faults/run-fault.ts";

const findings: Record<string, { exitCode: number; found: Record<string, string> }> = recorded;

/** Runs the contract tests on a fault, and compares all that they found with what `node scripts/kill-rate.ts --record` wrote. */
export async function expectFound(fault: Fault): Promise<void> {
  const report = await runOnFault(fault, runContractTests);

  expect({ exitCode: report.exitCode, found: findingsOf(report) }).toEqual(findings[fault.id]);
  expect(isFound(fault, report)).toBe(fault.by.length > 0);
}
