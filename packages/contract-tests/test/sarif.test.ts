import { expect, test } from "vitest";
import { rules } from "../src/areas.js";
import { sarifReport } from "../src/report/sarif.js";
import { sampleReport } from "./sample-report.ts";

const report = sampleReport([
  { id: "chat/reply/text", outcome: "fail", message: "The text is null.", pointer: "/choices/0/message/content" },
  { id: "service/key-not-echoed", level: "should", outcome: "warn", message: "The key stands in the error." },
  {
    id: "models/list/created",
    outcome: "fail",
    message: "It is 0.",
    known: { reason: "ticket 12", expires: "2027-01-31" },
  },
  { id: "models/list/schema" },
]);

test("gives code scanning each finding with its rule, its level and a place that stays", () => {
  const [run] = JSON.parse(sarifReport(report)).runs;

  expect(run.results.map((each: { ruleId: string; level: string }) => [each.ruleId, each.level])).toEqual([
    ["chat/reply/text", "error"],
    ["models/list/created", "error"],
    ["service/key-not-echoed", "warning"],
  ]);
  expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("chat/reply/text");
  expect(run.results[0].partialFingerprints).toEqual({ "rule/v1": "chat/reply/text" });
  expect(run.tool.driver.rules[run.results[1].ruleIndex].id).toBe("models/list/created");
});

test("suppresses what the baseline knows, with its reason", () => {
  const [run] = JSON.parse(sarifReport(report)).runs;

  expect(run.results[1].suppressions).toEqual([{ kind: "external", justification: "ticket 12" }]);
  expect(run.results[0].suppressions).toBeUndefined();
});

test("ranks what touches keys as a matter of security", () => {
  const [run] = JSON.parse(sarifReport(report)).runs;

  expect(run.tool.driver.rules[1].properties).toMatchObject({ "security-severity": "5.0" });
  expect(run.tool.driver.rules[0].properties).not.toHaveProperty("security-severity");
});

test("says that a run which could not begin did not succeed", () => {
  const problem = { kind: "unreachable" as const, message: "The service could not be reached." };

  const [run] = JSON.parse(sarifReport(sampleReport([], { problem }))).runs;

  expect(run.invocations[0]).toMatchObject({ executionSuccessful: false, exitCode: 3 });
});

test.for([
  ["keys/revoked-balance", "security"],
  ["service/key-not-echoed", "security"],
  ["chat/refused/no-key", "security"],
  ["chat/refused/no-key/error", "errors"],
  ["chat/refused/missing-model", "errors"],
  ["account/cost-is-price", "money"],
  ["models/list/pricing", "money"],
  ["limit/unbilled", "money"],
  ["limit/refused/retry-after", "errors"],
  ["messages/stream/order", "streams"],
  ["chat/stop-stream/stop", "streams"],
  ["chat/stream/headers", "docs"],
  ["chat/reply/schema", "shape"],
])("knows that %s is about %s", ([id = "", topic]) => {
  expect(rules.find((rule) => rule.id === id)?.topic).toBe(topic);
});
