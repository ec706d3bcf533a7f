import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Wall time of build, lint, type check and test over all packages, in seconds. */
export interface PipelineMeasurement {
  coldSeconds: number;
  cachedSeconds: number;
}

/** Runs the pipeline twice with an empty cache of its own: once for real, once from what the first run left. */
export function measurePipeline(): PipelineMeasurement {
  const cache = mkdtempSync(join(tmpdir(), "model-access-bench-"));
  try {
    return { coldSeconds: pipeline(cache), cachedSeconds: pipeline(cache) };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

function pipeline(cache: string): number {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    "pnpm",
    ["exec", "turbo", "run", "build", "lint", "typecheck", "test", `--cache-dir=${cache}`, "--output-logs=errors-only"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === "win32",
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
    },
  );
  if (status !== 0) throw new Error(`The pipeline failed:\n${stdout}${stderr}`);
  return (performance.now() - started) / 1000;
}
