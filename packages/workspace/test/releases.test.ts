import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isEnough, published, readManifest, readStep, root } from "../scripts/changesets.mjs";
import { missingFields } from "../scripts/check-manifests.mjs";

test("the contract's document and its package have the same version", () => {
  const document = parse(readFileSync(`${root}spec/src/openapi.yaml`, "utf8"));

  expect(readManifest("packages/contract").version).toBe(document.info.version);
});

test("changesets of one package count by the biggest step", () => {
  const folder = mkdtempSync(join(tmpdir(), "model-access-changesets-"));
  writeFileSync(join(folder, "a.md"), '---\n"@model-access/sdk": patch\n---\n\nA.\n');
  writeFileSync(join(folder, "b.md"), '---\n"@model-access/sdk": major\n"@model-access/mock": minor\n---\n\nB.\n');

  const steps = ["sdk", "mock", "contract"].map((name) => readStep(`@model-access/${name}`, folder));
  rmSync(folder, { recursive: true });

  expect(steps).toEqual(["major", "minor", "none"]);
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
])("after %s a change that is %s is enough with the step %s: %s", (released, bump, step, expected) => {
  expect(isEnough({ released, bump, step })).toBe(expected);
});

test.each([
  ["0.1.0", "0.2.0", "major", true],
  ["0.1.0", "0.1.1", "major", false],
  ["1.1.0", "1.1.1", "minor", false],
  ["1.1.0", "2.0.0", "minor", true],
])(
  "when the changesets are taken up, %s to %s is enough for a change that is %s: %s",
  (released, version, bump, expected) => {
    expect(isEnough({ released, version, bump })).toBe(expected);
  },
);

test("a release is refused with what a manifest lacks, field by field", () => {
  const whole = {
    repository: { type: "git", url: "git+https://git.example/team/model-access.git", directory: "packages/sdk" },
    homepage: "https://docs.example/packages/sdk",
    bugs: { url: "https://git.example/team/model-access/issues" },
  };

  expect(missingFields(whole, "packages/sdk")).toEqual([]);
  expect(missingFields({}, "packages/sdk")).toEqual([
    expect.stringMatching(
      /^packages\/sdk\/package\.json has no repository of this form: .+"directory": "packages\/sdk"/,
    ),
    expect.stringMatching(/^packages\/sdk\/package\.json has no homepage /),
    expect.stringMatching(/^packages\/sdk\/package\.json has no bugs /),
  ]);
  expect(missingFields(whole, "apps/mock")).toEqual([expect.stringContaining('"directory": "apps/mock"')]);
});

test("publishing by hand starts with that check", () => {
  expect(published.map((folder) => readManifest(folder).private ?? false)).not.toContain(true);
  expect(readManifest("packages/workspace").scripts["publish-packages"]).toMatch(/^pnpm check-manifests && /);
});
