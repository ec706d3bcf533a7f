import { test } from "vitest";
import { expectFound } from "./expect-found.ts";
import { faults } from "./faults/index.ts";

test.each(faults.filter(({ from }) => from === "small").map((fault) => [fault.id, fault] as const))(
  "finds %s, and blames nothing else",
  (_id, fault) => expectFound(fault),
);
