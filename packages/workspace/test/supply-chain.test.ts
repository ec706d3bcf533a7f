import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/changesets.mjs";

const settings = parse(readFileSync(`${root}pnpm-workspace.yaml`, "utf8")) as {
  allowBuilds: Record<string, boolean>;
  minimumReleaseAge: number;
};
const lockfile = readFileSync(`${root}pnpm-lock.yaml`, "utf8");

test("install scripts run only for runtimes, which download their platform's package", () => {
  const allowed = Object.entries(settings.allowBuilds).filter(([, isAllowed]) => isAllowed);

  expect(allowed.map(([name]) => name).sort()).toEqual(["bun", "deno", "node", "workerd"]);
});

test("versions are at least a day old when installed", () => {
  expect(settings.minimumReleaseAge).toBeGreaterThanOrEqual(1440);
});

test("every package of the lockfile has a checksum and comes from the user's registry", () => {
  const resolutions = lockfile.match(/^ +resolution: .+$/gm) ?? [];

  expect(resolutions.length).toBeGreaterThan(100);
  expect(resolutions.filter((line) => !/^ +resolution: \{integrity: sha512-[^,]+\}$/.test(line))).toEqual([]);
  expect(lockfile).not.toMatch(/tarball:|git\+|https?:\/\//);
});

test("telemetry is disabled in every tool of the root commands", () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: Record<string, string> };
  const runs = Object.values(scripts).flatMap((script) =>
    script.split(" && ").filter((run) => /\bturbo run\b/.test(run)),
  );

  const { globalPassThroughEnv } = JSON.parse(readFileSync(`${root}turbo.json`, "utf8"));

  expect(globalPassThroughEnv).toEqual(["DO_NOT_TRACK", "REDOCLY_TELEMETRY", "SCARF_ANALYTICS"]); // a user's own wishes
  expect(runs.length).toBeGreaterThan(0);
  expect(runs.filter((run) => !run.startsWith("TURBO_TELEMETRY_DISABLED=1 turbo run "))).toEqual([]);
  for (const script of ["prepare", "test"]) {
    expect(readFileSync(`${root}scripts/${script}.mjs`, "utf8")).toContain('TURBO_TELEMETRY_DISABLED: "1"');
  }
  expect(readFileSync(`${root}spec/redocly.yaml`, "utf8")).toMatch(/^telemetry: ['"]?off['"]?$/m);
});

test("no tracked file has a string like a real key", () => {
  // git grep exits with 1 if it finds nothing.
  const { stdout, status } = spawnSync("git", ["grep", "-IlE", "sk-(ant-|proj-)?[A-Za-z0-9]{32,}", "--", "."], {
    cwd: root,
    encoding: "utf8",
  });

  expect(stdout).toBe("");
  expect(status).toBe(1);
});
