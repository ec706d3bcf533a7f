import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { table } from "./markdown.ts";
import { pathOf } from "./node-process.ts";
import type { Section } from "./section.ts";

const root = pathOf("../../..", import.meta.url);

/** Wall time of build, lint, type check and test over all packages, with an empty cache and from what that run left in it. */
export const pipeline: Section = {
  name: "pipeline",
  title: "The pipeline",
  async measure() {
    await using cache = await mkdtempDisposable(join(tmpdir(), "model-access-bench-"));
    const coldSeconds = await timeOfPipeline(cache.path);
    const cachedSeconds = await timeOfPipeline(cache.path);
    const figures = { coldSeconds, cachedSeconds };
    return { markdown: pipelineMarkdown(figures), figures };
  },
};

export function pipelineMarkdown({ coldSeconds, cachedSeconds }: { coldSeconds: number; cachedSeconds: number }) {
  const rows = [
    ["cold", `${coldSeconds.toFixed(0)} s`],
    ["nothing changed", `${cachedSeconds.toFixed(1)} s`],
  ];
  return `Build, lint, type check and test of all packages, after the install.

${table(["run", "time"], rows)}
`;
}

async function timeOfPipeline(cache: string): Promise<number> {
  const startedMs = performance.now();
  const args = ["exec", "turbo", "run", "build", "lint", "typecheck", "test"];
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
