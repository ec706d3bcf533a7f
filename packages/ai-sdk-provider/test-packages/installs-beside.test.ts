import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const isWindows = process.platform === "win32";
const folder = mkdtempSync(join(tmpdir(), "model-access-beside-"));
const packed = ["sdk", "ai-sdk-provider", "contract", "mock"].map((name) => `@model-access/${name}`);
const tarballs: Record<string, string> = {};

/** Packs as for a registry, with versions in place of `workspace:*`. */
beforeAll(() => {
  const filters = packed.flatMap((name) => ["--filter", name]);
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  execFileSync("pnpm", [...filters, "pack", "--pack-destination", folder], { cwd: root, shell: isWindows });
  const files = readdirSync(folder);
  for (const name of packed) {
    const start = `${name.slice(1).replace("/", "-")}-`;
    const file = files.find((one) => one.startsWith(start) && /^\d/.test(one.slice(start.length)));
    tarballs[name] = `file:${join(folder, file ?? "")}`;
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const sdk = ["@model-access/sdk"];
const both = [...sdk, "@model-access/ai-sdk-provider"];
const mock = ["@model-access/mock"];

// What users have; of `ai` and `zod` the oldest and the newest that the provider takes. npm waits for the registry most of
// the time, so that it runs for several projects at once.
test.concurrent.each([
  [sdk, { redis: "4", zod: "3", typescript: "5.4" }],
  [sdk, { redis: "5", zod: "4", typescript: "5.9", openai: "latest" }],
  [sdk, { redis: "6", "@opentelemetry/api": "1", typescript: "6", "@anthropic-ai/sdk": "latest" }],
  [sdk, { typescript: "7", valibot: "1" }],
  [mock, { vitest: "3", "@playwright/test": "1.39" }],
  [both, { ai: "7.0.0", zod: "3.25.76", redis: "4" }],
  [both, { ai: "7", zod: "4", "@opentelemetry/api": "1", openai: "latest" }],
])("npm installs %j beside %j", async (ours, theirs) => {
  const project = mkdtempSync(join(folder, "project-"));
  const dependencies = { ...Object.fromEntries(ours.map((name) => [name, tarballs[name]])), ...theirs };
  // What the packages depend on of ours is not in a registry before the first release.
  const overrides = Object.fromEntries(Object.entries(tarballs).filter(([name]) => /\/(sdk|contract)$/.test(name)));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies, overrides }));

  expect(await npmInstall(project)).toEqual({ status: 0, errors: "" });
});

/** Resolves what a project would install, peers included, and downloads none of it. */
function npmInstall(project: string): Promise<{ status: unknown; errors: string }> {
  return new Promise((resolve) => {
    execFile(
      "npm",
      ["install", "--package-lock-only", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"],
      { cwd: project, shell: isWindows, timeout: 280_000 },
      (error, _stdout, stderr) => resolve({ status: error?.code ?? 0, errors: stderr }),
    );
  });
}
