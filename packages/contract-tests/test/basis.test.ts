import { expect, test } from "vitest";
import { consoleReport } from "../src/index.js";
import { inText, runOn } from "./deployment.js";

const basis = "basis    observed on real services; the specification does not show it";

test.each([
  ["a balance", "account/current-balance", /"current_point_balance":/, '"current_point_balance":"x","y":'],
  ["the history", "account/points-history", /"data":/, '"data":7,"y":'],
  ["a model", "models/list", /"supported_endpoints":/g, '"supported_endpoints":7,"y":'],
])("says that a finding on %s rests on observation", async (_what, id, from, to) => {
  const report = await runOn(
    inText(id, (body) => body.replace(from, to)),
    { only: ["models", "account"] },
  );

  const found = report.rules.find((rule) => rule.id.startsWith(`${id}/`) && rule.outcome === "warn");
  expect(found).toMatchObject({ basis: "observed" });
  expect(consoleReport(report)).toContain(basis);
});

test("does not say so of what the specification states", async () => {
  const report = await runOn(
    inText("chat/refused/wrong-key", (body) => body.replace("invalid_api_key", "no")),
    { only: ["models", "chat/refused/wrong-key"] },
  );

  expect(report.rules.find(({ id }) => id === "chat/refused/wrong-key/code")).toMatchObject({ outcome: "fail" });
  expect(consoleReport(report)).not.toContain("basis");
});
