import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { table } from "./markdown.ts";
import { pathOf } from "./node-process.ts";
import type { Section } from "./run-sections.ts";

const root = pathOf("../../..", import.meta.url);

/** Wall time of build, lint, type check and test over all packages, with an empty cache and from what that run left in it. */
export const pipeline: Section = {
  name: "pipeline",
  title: "The pipeline",
  async measure(isQuick) {
    await using cache = await mkdtempDisposable(join(tmpdir(), "model-access-bench-"));
    const cold = await timePipeline(cache.path, isQuick);
    const cached = await timePipeline(cache.path, isQuick);
    return `Build, lint, type check and test of all packages, after the install.

${table(
  ["run", "time"],
  [
    ["cold", `${cold.toFixed(0)} s`],
    ["nothing changed", `${cached.toFixed(1)} s`],
  ],
)}
`;
  },
};

/** Runs all tasks; the quick one only plans them. */
async function timePipeline(cache: string, isQuick: boolean): Promise<number> {
  const startedMs = performance.now();
  const args = ["exec", "turbo", "run", "build", "lint", "typecheck", "test", ...(isQuick ? ["--dry"] : [])];
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
  await promisify(execFile)("pnpm", [...args, `--cache-dir=${cache}`, "--output-logs=errors-only"], {
    cwd: root,
    env,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  }).catch(({ stdout, stderr }) => {
    throw new Error(`The pipeline failed:\n${stdout}${stderr}`);
  });
  return (performance.now() - startedMs) / 1000;
}
