import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chromiumInstallLine, findChromium } from "../../../scripts/chromium.mjs";
import { root } from "../scripts/changesets.mjs";

test("a root command that is not run by pnpm says how it is", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: "", Path: "" },
  });

  expect(status).toBe(2);
  expect(stderr).toMatch(process.platform === "win32" ? /`pnpm install/ : /`npx pnpm@12 start`/);
  expect(stderr).not.toContain("    at ");
});

test.each([
  ["linux", "apt-get install chromium"],
  ["darwin", "brew install --cask google-chrome"],
  ["win32", "winget install Google.Chrome"],
  ["freebsd", "apt-get install chromium"],
] as const)("a missing Chromium gives the install line of %s", (platform, line) => {
  expect(chromiumInstallLine(platform)).toContain(line);
  expect(() => findChromium({ platform, given: undefined, exists: () => false })).toThrow(line);
});

test("CHROMIUM_PATH comes before what the system has, and is not passed over where nothing is there", () => {
  const given = "/opt/chromium";

  expect(findChromium({ given, exists: () => true })).toBe(given);
  expect(() => findChromium({ given, exists: (path) => path !== given })).toThrow(
    "There is no Chromium at /opt/chromium, which CHROMIUM_PATH names.",
  );
});

const isPosix = process.platform !== "win32";

/** Runs `start` where pnpm does nothing: everything is there already. */
function runStart(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  writeFileSync(join(folder, "pnpm"), "#!/bin/sh\n", { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const result = spawnSync(process.execPath, ["scripts/start.mjs", ...args], { cwd: root, encoding: "utf8", env });
  rmSync(folder, { recursive: true });
  return result;
}

test.skipIf(!isPosix)("start hands the mock's options on, with pnpm's two hyphens before them or without", () => {
  const [quiet, hyphens] = [runStart("--quiet", "--latency", "x"), runStart("--", "--quiet", "--latency", "x")];

  expect(quiet.stderr).toMatch(/^model-access-mock: latency is x/);
  expect(hyphens.stderr).toBe(quiet.stderr);
});

/** Runs `start` where there is no pnpm, so that it can neither install nor build. */
function startAlone(...args: string[]) {
  const env = { ...process.env, PATH: "", Path: "" };
  return spawnSync(process.execPath, ["scripts/start.mjs", ...args], { cwd: root, encoding: "utf8", env });
}

test("start says what it does and refuses a wrong port before it installs anything", () => {
  const [help, wrong, missing] = [startAlone("--", "--help"), startAlone("--port", "x"), startAlone("--port")];

  expect(help).toMatchObject({ status: 0, stderr: "" });
  expect(help.stdout).toMatch(/^Usage: npx pnpm@12 start/);
  expect(wrong).toMatchObject({ status: 2, stderr: "model-access-mock: --port is 'x'; it must be a whole number.\n" });
  expect(missing.status).toBe(2);
});
