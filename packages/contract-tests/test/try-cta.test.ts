import { test } from "vitest";
import { runContractTests } from "../src/index.js";
import { consequences } from "../test/faults/consequences.ts";
import { faults } from "../test/faults/index.ts";
import { brokenIn, isFound, runOnFault } from "../test/faults/run-fault.ts";

const ids = (process.env.IDS ?? "").split(",");
test("try", { timeout: 600000 }, async () => {
  for (const id of ids) {
    const fault = faults.find((f) => f.id === id);
    if (!fault) {
      console.log(id, "no such");
      continue;
    }
    const report = await runOnFault(fault, runContractTests);
    const broken = brokenIn(report);
    const expected = [...fault.by, ...(consequences[fault.id] ?? [])];
    console.log(
      id,
      "BY",
      fault.by.join(","),
      "FOUND",
      isFound(fault, report),
      "EXTRA",
      broken
        .filter((b) => !expected.some((e) => b.startsWith(e)))
        .map((b) => {
          const r = report.rules.find((x) => x.id === b);
          return `${b}: ${r?.message}`;
        }),
      "ALL",
      broken.join(" ").slice(0, 300),
    );
  }
});
