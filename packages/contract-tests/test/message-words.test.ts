import type { ExchangeRecord } from "@model-access/contract";
import { expect, test } from "vitest";
import { trafficReport } from "../src/traffic/traffic-report.js";
import { findings, inText, ruleIn, runOn } from "./deployment.js";

const areas = { only: ["models", "messages", "service/message-words"] };

test("fails a made-up stop reason, and only warns of a missing one", async () => {
  const madeUp = inText("messages/reply", (body) => body.replace(/"stop_reason":"\w+"/, '"stop_reason":"tomorrow"'));
  const missing = inText("messages/reply", (body) => body.replace(/"stop_reason":"\w+",/, ""));

  expect(findings(await runOn(madeUp, areas))["messages/reply/stop-reason"]).toBe("fail");
  expect(findings(await runOn(missing, areas))).toEqual({ "messages/reply/schema": "warn" });
});

test("fails a made-up type of content, wherever in a run it comes", async () => {
  const fault = inText("messages/short", (body) => body.replace('"type":"text"', '"type":"tomorrow"'));

  const report = await runOn(fault, areas);

  const found = { outcome: "fail", pointer: "/content/0/type", actual: "tomorrow" };
  expect(ruleIn(report, "service/message-words")).toMatchObject(found);
});

test("fails a made-up word in recorded traffic", async () => {
  const records: ExchangeRecord[] = [];
  const fault = inText("messages/reply", (body) => body.replace('"type":"text"', '"type":"tomorrow"'));
  await runOn(fault, { ...areas, onExchange: (record) => void records.push(record) });

  const report = trafficReport(records, { source: "exchanges.jsonl" });

  expect(ruleIn(report, "service/message-words")?.outcome).toBe("fail");
});
