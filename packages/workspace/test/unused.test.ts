import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/changesets.mjs";

const knip = join(dirname(createRequire(import.meta.url).resolve("knip")), "../bin/knip.js");

test("no file, dependency or export is unused", () => {
  const kinds = ["files", "dependencies", "exports", "unlisted", "unresolved"].flatMap((kind) => ["--include", kind]);

  const { stdout, status } = spawnSync(
    process.execPath,
    [knip, "--config", "packages/workspace/knip.json", "--no-progress", "--no-config-hints", ...kinds],
    { cwd: root, encoding: "utf8" },
  );

  expect(stdout.trim()).toBe("");
  expect(status).toBe(0);
});
