import { expect, test } from "vitest";
import { expectFound } from "./expect-found.ts";
import { faults } from "./faults/index.ts";
import { legalVariants } from "./faults/legal.ts";
import { smallChatVariants } from "./faults/legal-small.ts";
import { smallAccountVariants } from "./faults/legal-small-account.ts";

test.each(faults.filter(({ from }) => from !== "small").map((fault) => [fault.id, fault] as const))(
  "finds %s, and blames nothing else",
  (_id, fault) => expectFound(fault),
);

test("no two faults and no two variants have the same id, and there are enough of both", () => {
  const variants = [...legalVariants, ...smallChatVariants, ...smallAccountVariants];
  const ids = [...faults, ...variants].map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(faults.length).toBeGreaterThan(350);
  expect(variants.length).toBeGreaterThan(80);
});
