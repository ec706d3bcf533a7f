import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Section } from "./section.ts";

const folder = join(dirname(createRequire(import.meta.url).resolve("@model-access/contract-tests")), "..");

/** The table of injected faults that the contract tests find, as their own script prints it. */
export const contractTests: Section = {
  name: "contract-tests",
  title: "Faults that the contract tests find",
  async measure({ isQuick }) {
    const args = ["scripts/kill-rate.ts", ...(isQuick ? ["--every", "200"] : [])];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    const markdown = `Injected one by one into deployments of the mock (\`packages/contract-tests/test/faults\`).

${stdout}`;
    return { markdown, figures: { markdown: stdout } };
  },
};
