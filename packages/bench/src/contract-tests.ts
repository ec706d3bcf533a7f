import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startNode } from "./node-process.ts";
import type { Section } from "./run-sections.ts";

const folder = dirname(createRequire(import.meta.url).resolve("@model-access/contract-tests"));

/** The table of injected faults that the contract tests find, from their own script. */
export const contractTests: Section = {
  name: "contract-tests",
  title: "Faults that the contract tests find",
  async measure(isQuick) {
    const script = [join(folder, "../scripts/kill-rate.ts"), ...(isQuick ? ["--every", "200"] : [])];
    await using run = startNode("The kill rate", script);
    return `Injected one by one into deployments of the mock (\`packages/contract-tests/test/faults\`).\n\n${await run.readAll()}`;
  },
};
