import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { legalVariants } from "./faults/legal.ts";
import { legalAccountVariants } from "./faults/legal-account.ts";
import { legalChatVariants } from "./faults/legal-chat.ts";
import { legalChoiceVariants } from "./faults/legal-choices.ts";
import { legalSmallDenseVariants } from "./faults/legal-dense.ts";
import { legalModelVariants } from "./faults/legal-providers.ts";
import { findingsOf, runOnFault } from "./faults/run-fault.ts";

test.each([["is the mock", undefined] as const, ...legalVariants.map((variant) => [variant.says, variant] as const)])(
  "finds nothing at a deployment that %s",
  async (_says, variant) => {
    const report = await runOnFault(variant, runContractTests);

    expect(findingsOf(report)).toEqual({});
    expect(report.exitCode).toBe(0);
  },
);

test.each(
  [
    ...legalChatVariants,
    ...legalAccountVariants,
    ...legalChoiceVariants,
    ...legalSmallDenseVariants,
    ...legalModelVariants,
  ].map((variant) => [variant.says, variant] as const),
)("blames no deployment that %s", async (_says, variant) => {
  const report = await runOnFault(variant, runContractTests);

  const found = report.rules.filter(({ outcome }) => ["fail", "warn", "error"].includes(outcome));
  expect(found).toEqual([]);
  expect(report.exitCode).toBe(0);
});

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
