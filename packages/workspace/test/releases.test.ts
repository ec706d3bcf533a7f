import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractVersion, isEnough, readSteps, root } from "../scripts/changesets.mjs";

const manifest = (project: string) => JSON.parse(readFileSync(`${root}${project}/package.json`, "utf8"));

test("the contract's document, its sources and its package have the same version", () => {
  expect([manifest("packages/contract").version, manifest("spec").version]).toEqual([
    contractVersion(),
    contractVersion(),
  ]);
});

test("changesets of one package count by the biggest step", () => {
  const folder = mkdtempSync(join(tmpdir(), "model-access-changesets-"));
  writeFileSync(join(folder, "a.md"), '---\n"@model-access/sdk": patch\n---\n\nA.\n');
  writeFileSync(join(folder, "b.md"), '---\n"@model-access/sdk": major\n"@model-access/mock": minor\n---\n\nB.\n');
  writeFileSync(join(folder, "README.md"), '---\n"@model-access/contract": major\n---\n');

  const steps = readSteps(folder);
  rmSync(folder, { recursive: true });

  expect(steps).toEqual({ "@model-access/sdk": "major", "@model-access/mock": "minor" });
});

test.each([
  ["1.2.3", "major", "major", true],
  ["1.2.3", "major", "minor", false],
  ["1.2.3", "minor", undefined, false],
  ["1.2.3", "none", undefined, true],
  ["0.2.3", "major", "minor", true],
  ["0.2.3", "major", "patch", false],
  ["0.2.3", "minor", "patch", true],
  ["0.2.3", "patch", undefined, false],
])("at %s a change that is %s is enough with the step %s: %s", (version, bump, step, expected) => {
  expect(isEnough({ version, bump, step })).toBe(expected);
});

test("every changeset names published packages only", () => {
  const published = ["packages/contract", "packages/sdk", "apps/mock", "packages/contract-tests"];

  expect(
    Object.keys(readSteps()).filter((name) => !published.some((project) => manifest(project).name === name)),
  ).toEqual([]);
});

test("every action of a workflow is pinned to a commit", () => {
  for (const file of ["ci.yml", "release.yml"]) {
    const uses = [...readFileSync(`${root}.github/workflows/${file}`, "utf8").matchAll(/uses: (\S+)/g)];
    expect(uses.map(([, action]) => action).filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ""))).toEqual([]);
  }
});
