import { expect, test } from "vitest";
import { expectFound } from "./expect-found.ts";
import { accountFaults } from "./faults/account.ts";
import { faults } from "./faults/index.ts";
import { keyFaults } from "./faults/keys.ts";
import { legalVariants } from "./faults/legal.ts";
import { otherFaults } from "./faults/others.ts";
import { rateFaults } from "./faults/rate.ts";
import { refusalFaults } from "./faults/refusals.ts";
import { responsesFaults } from "./faults/responses.ts";

test.each(
  [...refusalFaults, ...keyFaults, ...responsesFaults, ...accountFaults, ...rateFaults, ...otherFaults].map(
    (fault) => [fault.id, fault] as const,
  ),
)("finds %s, and blames nothing else", (_id, fault) => expectFound(fault));

test("no two faults and no two variants have the same id, and there are enough of both", () => {
  const ids = [...faults, ...legalVariants].map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(faults.length).toBeGreaterThan(300);
  expect(legalVariants.length).toBeGreaterThan(35);
});
