import type { ExchangeRecord } from "@model-access/contract";
import { withoutTexts } from "@model-access/contract/proxy";
import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { trafficReport } from "../src/traffic/traffic-report.js";
import { createDeployment, key, keys } from "./faults/deployment.ts";
import type { Fault } from "./faults/fault.ts";
import { legalVariants } from "./faults/legal.ts";
import { legalAccountVariants } from "./faults/legal-account.ts";
import { legalChatVariants } from "./faults/legal-chat.ts";
import { legalChoiceVariants } from "./faults/legal-choices.ts";

const source = "exchanges.jsonl";

test("finds nothing in the calls of a whole run on a correct deployment", async () => {
  const report = trafficReport(await recorded(), { source });

  expect(found(report, "note")).toEqual([]);
  expect(report.exitCode).toBe(0);
  expect(report.rules.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(80);
});

test("finds nothing in them where their texts were dropped", async () => {
  const records = await recorded();

  const report = trafficReport(records.map(withoutTexts), { source });

  expect(found(report)).toEqual([]);
  expect(report.rules.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(80);
});

const variants = [legalVariants, legalChatVariants, legalAccountVariants, legalChoiceVariants].flat();

test.for(variants)("blames nobody where a deployment $says ($id)", async (variant) => {
  const report = trafficReport(await recorded(variant), { source });

  expect(found(report)).toEqual([]);
});

function found({ rules }: ReturnType<typeof trafficReport>, ...lighter: "note"[]): string[] {
  return rules
    .filter(({ outcome }) => ["fail", "warn", ...lighter].includes(outcome))
    .map(({ id, message }) => `${id}: ${message}`);
}

/** The calls of a run, as they would be read from its journal. */
async function recorded(fault?: Fault): Promise<ExchangeRecord[]> {
  const records: ExchangeRecord[] = [];
  const { send, sleep } = createDeployment(fault);
  // The key of a low limit is made to be refused, which is no sign of a service that refuses many.
  const { lowLimit: _, ...others } = keys;
  const onExchange = (record: ExchangeRecord) => void records.push(record);
  await runContractTests({ baseURL: "http://127.0.0.1", apiKey: key, keys: others, send, sleep, onExchange });
  return records;
}
