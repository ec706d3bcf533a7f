import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { keys } from "./faults/deployment.ts";
import { legalAccountVariants } from "./faults/legal-account.ts";
import { runOnFault } from "./faults/run-fault.ts";

const id = "service/same-account-balance";

test("compares the balances of two keys that are said to be of one account", async () => {
  const report = await runOnFault(undefined, runContractTests, "small");

  expect(report.rules.find((rule) => rule.id === id)?.outcome).toBe("pass");
});

test("tells by its history that another key is of the same account", async () => {
  const report = await runOnFault(undefined, (target) => runContractTests({ ...target, keys }), "small");

  expect(report.rules.find((rule) => rule.id === id)?.outcome).toBe("pass");
});

test("says that it can't tell if keys are billed together that nobody says to be of one account", async () => {
  const variant = legalAccountVariants.find((each) => each.id === "legal/small-other-account");

  const report = await runOnFault(variant, (target) => runContractTests({ ...target, keys }));

  expect(report.rules.find((rule) => rule.id === id)).toMatchObject({
    outcome: "skip",
    message: expect.stringContaining("can't be told"),
    needs: "another key of the same account",
  });
});
