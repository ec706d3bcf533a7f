import { spawnSync } from "node:child_process";
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
