import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isEnough, readManifest, readStep, root } from "../scripts/changesets.mjs";
import { missingFields } from "../scripts/check-manifests.mjs";

test("the contract's document and its package have the same version", () => {
  const document = parse(readFileSync(`${root}spec/src/openapi.yaml`, "utf8"));

  expect(readManifest("packages/contract").version).toBe(document.info.version);
});

test("the biggest bump in a package's changesets counts", () => {
  const folder = mkdtempSync(join(tmpdir(), "model-access-changesets-"));
  writeFileSync(join(folder, "a.md"), '---\n"@model-access/sdk": patch\n---\n\nA.\n');
  writeFileSync(join(folder, "b.md"), '---\n"@model-access/sdk": major\n"@model-access/mock": minor\n---\n\nB.\n');

  const steps = ["sdk", "mock", "contract"].map((name) => readStep(`@model-access/${name}`, folder));
  rmSync(folder, { recursive: true });

  expect(steps).toEqual(["major", "minor", "none"]);
});

test.each([
  { released: "1.2.3", bump: "major", step: "major", expected: true },
  { released: "1.2.3", bump: "major", step: "minor", expected: false },
  { released: "1.2.3", bump: "minor", expected: false },
  { released: "1.2.3", bump: "none", expected: true },
  { released: "0.2.3", bump: "major", step: "minor", expected: true },
  { released: "0.2.3", bump: "major", step: "patch", expected: false },
  { released: "0.2.3", bump: "minor", step: "patch", expected: true },
  { released: "0.2.3", bump: "patch", expected: false },
  // With the changesets applied.
  { released: "0.1.0", bump: "major", version: "0.2.0", expected: true },
  { released: "0.1.0", bump: "major", version: "0.1.1", expected: false },
  { released: "1.1.0", bump: "minor", version: "1.1.1", expected: false },
  { released: "1.1.0", bump: "minor", version: "2.0.0", expected: true },
])("after $released a change that is $bump is enough with step $step, version $version: $expected", (row) => {
  expect(isEnough(row)).toBe(row.expected);
});

test("a release is refused with each missing field of a manifest, when started by hand too", () => {
  const whole = {
    repository: { type: "git", url: "git+https://git.example/team/model-access.git", directory: "packages/sdk" },
    homepage: "https://docs.example/",
    bugs: { url: "https://git.example/team/model-access/issues" },
  };

  expect(missingFields(whole, "packages/sdk")).toEqual([]);
  expect(missingFields(whole, "apps/mock")).toEqual([expect.stringContaining('"directory": "apps/mock"')]);
  expect(missingFields({}, "packages/sdk").map((sentence) => sentence.split(" of ")[0])).toEqual(
    ["repository", "homepage", "bugs"].map((field) => `packages/sdk/package.json has no ${field}`),
  );
  expect(readManifest("packages/workspace").scripts["publish-packages"]).toMatch(/^pnpm check-manifests && /);
});
