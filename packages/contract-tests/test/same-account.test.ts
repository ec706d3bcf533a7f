import { expect, test } from "vitest";
import { ruleIn, runWithKeys } from "./deployment.ts";
import { keys } from "./faults/deployment.ts";
import { legalAccountVariants } from "./faults/legal-account.ts";

const id = "service/same-account-balance";

test("compares the balances of two keys that are said to be of one account", async () => {
  const report = await runWithKeys({ from: "small" });

  expect(ruleIn(report, id)?.outcome).toBe("pass");
});

test("tells by its history that another key is of the same account", async () => {
  const report = await runWithKeys({ from: "small" }, { keys });

  expect(ruleIn(report, id)?.outcome).toBe("pass");
});

test("says that it can't tell if keys are billed together that nobody says to be of one account", async () => {
  const variant = legalAccountVariants.find((each) => each.id === "legal/small-other-account");

  const report = await runWithKeys(variant, { keys });

  expect(ruleIn(report, id)).toMatchObject({
    outcome: "skip",
    message: expect.stringContaining("can't be told"),
    needs: "another key of the same account",
  });
});
