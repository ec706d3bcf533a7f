import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { figuresTable } from "./markdown.ts";
import type { Row } from "./measure-in-turn.ts";
import { pathOf } from "./node-process.ts";
import type { Section } from "./run-sections.ts";

const root = pathOf("../../..", import.meta.url);
const maxBuffer = 64 * 1024 * 1024;

const tasks = ["build", "lint", "typecheck", "test"];
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };

/** Wall time of all tasks over all packages, with an empty and with a full cache. The quick run only plans those of one package. */
export const pipeline: Section = {
  name: "pipeline",
  title: "The pipeline",
  async measure(isQuick) {
    await using cache = await mkdtempDisposable(join(tmpdir(), "model-access-bench-"));
    const args = ["exec", "turbo", "run", ...tasks, `--cache-dir=${cache.path}`, "--output-logs=errors-only"];
    const rows: Row[] = [];
    for (const name of ["cold", "nothing changed"]) {
      const startedMs = performance.now();
      const run = promisify(execFile)(
        "pnpm",
        [...args, ...(isQuick ? ["--dry", "--filter=@model-access/contract"] : [])],
        { cwd: root, env, maxBuffer },
      );
      await run.catch(({ stdout, stderr }) => {
        throw new Error(`The pipeline failed:\n${stdout}${stderr}`);
      });
      rows.push({ name, figures: { time: [(performance.now() - startedMs) / 1000] } });
    }
    return `Build, lint, type check and test of all packages, after the install.

${figuresTable("run", [{ title: "time", unit: "s" }], rows)}
`;
  },
};
