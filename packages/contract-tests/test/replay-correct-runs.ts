import { afterAll, beforeAll, vi } from "vitest";
import { runContractTests } from "../src/index.js";
import { runOnFault } from "./faults/run-fault.ts";

/** All files of a worker stop the clock at the same time, so that they share what was recorded. */
const startMs = Date.now();

/**
 * Stops the clock for a file and makes a run on each correct deployment first: the others are given its answers as long as
 * they ask the same.
 */
export function replayCorrectRuns(): void {
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: startMs });
    for (const from of ["mock", "small"] as const) await runOnFault(undefined, runContractTests, from);
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}
