import type { ExchangeRecord } from "@model-access/contract";
import { withoutTexts } from "@model-access/contract/proxy";
import { expect, test } from "vitest";
import { type Report, runContractTests } from "../src/index.js";
import { trafficReport } from "../src/traffic/traffic-report.js";
import type { Fault } from "./faults/fault.ts";
import { legalVariants, notedVariants } from "./faults/legal.ts";
import { findingsOf, runOnFault } from "./faults/run-fault.ts";
import { replayCorrectRuns } from "./replay-correct-runs.ts";

const source = "exchanges.jsonl";

replayCorrectRuns();

test("finds nothing in a run on a correct deployment, in its calls, and in them where their texts were dropped", async () => {
  const { report, records } = await recorded();

  const traffic = trafficReport(records, { source });
  const withoutText = trafficReport(records.map(withoutTexts), { source });

  expect(findingsOf(report)).toEqual({});
  expect(report.exitCode).toBe(0);
  expect(brokenIn(traffic, "note")).toEqual([]);
  expect(traffic.exitCode).toBe(0);
  expect(traffic.rules.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(80);
  expect(brokenIn(withoutText)).toEqual([]);
  expect(withoutText.rules.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(80);
});

test.each(legalVariants.map((variant) => [variant.says, variant] as const))(
  "finds nothing at a deployment that %s, and blames nobody in its traffic",
  async (_says, variant) => {
    const { report, records } = await recorded(variant);

    expect(findingsOf(report)).toEqual({});
    expect(report.exitCode).toBe(0);
    expect(brokenIn(trafficReport(records, { source }))).toEqual([]);
  },
);

test.each(notedVariants.map((variant) => [variant.says, variant] as const))(
  "blames no deployment that %s, and nobody in its traffic",
  async (_says, variant) => {
    const { report, records } = await recorded(variant);

    expect(brokenIn(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(brokenIn(trafficReport(records, { source }))).toEqual([]);
  },
);

test("leaves out what a deployment does not offer, and says so", async () => {
  const variant = legalVariants.find(({ id }) => id === "legal/chat-only");

  const report = await runOnFault(variant, runContractTests);

  expect(report.areas.find(({ name }) => name === "bots")).toMatchObject({
    verdict: "skip",
    reason: "Not offered: POST /bot/{bot_name} answered 404.",
  });
  expect(report.billedCalls).toBeLessThanOrEqual(18);
});

test("wants an area that is required, offered or not", async () => {
  const variant = legalVariants.find(({ id }) => id === "legal/chat-only");

  const report = await runOnFault(variant, (target) => runContractTests({ ...target, require: ["messages"] }));

  expect(findingsOf(report)["messages/reply/status"]).toBe("fail");
  expect(report.exitCode).toBe(1);
});

function brokenIn({ rules }: Pick<Report, "rules">, ...lighter: "note"[]): string[] {
  return rules
    .filter(({ outcome }) => ["fail", "warn", "error", ...lighter].includes(outcome))
    .map(({ id, message }) => `${id}: ${message}`);
}

/** A run, and its calls as they would be read from its journal. */
async function recorded(variant?: Fault): Promise<{ report: Report; records: ExchangeRecord[] }> {
  const records: ExchangeRecord[] = [];
  // The key of a low limit is made to be refused, which is no sign of a service that refuses many.
  const onExchange = (record: ExchangeRecord) => void (record.notes?.key !== "lowLimit" && records.push(record));
  const report = await runOnFault(variant, (target) => runContractTests({ ...target, onExchange }));
  return { report, records };
}
