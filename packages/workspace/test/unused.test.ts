import { spawnSync } from "node:child_process";
import { cpSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyTree } from "../test-packages/tree-copy.ts";
import { files, root } from "./repository-files.ts";

const knip = join(dirname(createRequire(import.meta.url).resolve("knip")), "../bin/knip.js");

// Uses a copy, because tests of other packages write into the tree while knip reads it.
const copy = copyTree();
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("no file, dependency or export is unused", () => {
  for (const manifest of files.filter((file) => file === "package.json" || file.endsWith("/package.json"))) {
    const folder = join(dirname(manifest), "node_modules");
    symlinkSync(join(root, folder), join(copy, folder));
  }
  for (const project of ["packages/contract", "packages/sdk", "apps/mock"]) {
    cpSync(join(root, project, "src/generated"), join(copy, project, "src/generated"), { recursive: true });
  }
  const kinds = ["files", "dependencies", "exports", "unlisted", "unresolved"].flatMap((kind) => ["--include", kind]);

  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [knip, "--config", "packages/workspace/knip.json", "--no-progress", "--no-config-hints", ...kinds],
    { cwd: copy, encoding: "utf8" },
  );

  expect(stdout.trim() + stderr).toBe("");
  expect(status).toBe(0);
});
