import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { contractVersion, isEnough, published, readSteps, root } from "../scripts/changesets.mjs";
import { copyTree } from "../test-packages/tree-copy.ts";

const manifest = (project: string) => JSON.parse(readFileSync(`${root}${project}/package.json`, "utf8"));

test("the contract's document and its package have the same version", () => {
  expect(manifest("packages/contract").version).toBe(contractVersion());
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
])("after %s a change that is %s is enough with the step %s: %s", (released, bump, step, expected) => {
  expect(isEnough({ released, bump, step })).toBe(expected);
});

test.each([
  ["0.1.0", "0.2.0", "major", true],
  ["0.1.0", "0.1.1", "major", false],
  ["1.1.0", "1.2.0", "minor", true],
  ["1.1.0", "1.1.1", "minor", false],
  ["1.1.0", "2.0.0", "minor", true],
])(
  "when the changesets are taken up, %s to %s is enough for a change that is %s: %s",
  (released, version, bump, expected) => {
    expect(isEnough({ released, version, bump })).toBe(expected);
  },
);

test("every changeset names published packages only", () => {
  expect(
    Object.keys(readSteps()).filter((name) => !published.some((project) => manifest(project).name === name)),
  ).toEqual([]);
});

test("a release takes the changesets into every version, wherever it stands, and tags each package once", () => {
  const copy = copyTree();
  const read = (file: string) => readFileSync(join(copy, file), "utf8");
  const changed = published.map((project) => `"${manifest(project).name}": minor\n`).join("");
  writeFileSync(join(copy, ".changeset/a.md"), `---\n${changed}---\n\nSomething new.\n`);
  symlinkSync(`${root}packages/workspace/node_modules`, join(copy, "packages/workspace/node_modules"), "junction");
  const identity = { GIT_COMMITTER_NAME: "Test", GIT_COMMITTER_EMAIL: "test@model-access.example" };
  const scripts = join(copy, "packages/workspace/scripts");
  const tagging = `import { tagPackages } from ${JSON.stringify(pathToFileURL(join(scripts, "changesets.mjs")).href)};
    console.log(JSON.stringify(tagPackages()));`;
  const tag = (): string[] => JSON.parse(run(["--input-type=module", "--eval", tagging]));
  const run = (args: string[]) =>
    execFileSync(process.execPath, args, { encoding: "utf8", stdio: "pipe", env: { ...process.env, ...identity } });

  run([join(scripts, "version-packages.mjs")]);
  const versions = published.map((project) => JSON.parse(read(`${project}/package.json`)).version);
  const [contract, sdk] = versions;
  const tags = tag();
  const tagsAfterwards = tag();

  expect(contract).not.toBe(contractVersion());
  expect(parse(read("spec/src/openapi.yaml")).info.version).toBe(contract);
  // The action of the workflow `release` reads the changelog of every package whose version changed.
  expect(
    execFileSync("git", ["diff", "--name-only", "*package.json"], { cwd: copy, encoding: "utf8" }).trim().split("\n"),
  ).toEqual(published.map((project) => `${project}/package.json`).toSorted());
  expect(read("packages/sdk/src/version.ts")).toContain(`"${sdk}"`);
  expect(read("packages/sdk/CHANGELOG.md")).toContain("Something new.");
  expect(tags.toSorted()).toEqual(
    published.map((project, at) => `${manifest(project).name}@${versions[at]}`).toSorted(),
  );
  expect(tagsAfterwards).toEqual([]);
  rmSync(copy, { recursive: true });
});

interface Component {
  name: string;
  licenses?: License[];
}

interface License {
  license?: { id?: string };
  expression?: string;
}

describe("the bill of materials of a package", () => {
  let bills: { metadata: { component: Component }; components: Component[] }[] = [];

  beforeAll(() => {
    execFileSync(process.execPath, [`${root}packages/workspace/scripts/write-sboms.mjs`], { stdio: "pipe" });
    bills = published.map((project) =>
      JSON.parse(readFileSync(`${root}packages/workspace/reports/${project.split("/")[1]}.cdx.json`, "utf8")),
    );
  });

  test("has what it depends on and what is bundled in it, and no other", () => {
    const names = bills.map(({ metadata, components }) => [
      metadata.component.name,
      components.map(({ name }) => name).toSorted(),
    ]);

    expect(names).toEqual([
      ["contract", []],
      ["sdk", ["openapi-fetch", "openapi-typescript-helpers"]],
      ["mock", expect.arrayContaining(["client", "contract", "lodash", "prism-http", "yaml"])],
      ["contract-tests", ["contract"]],
      ["ai-sdk-provider", expect.arrayContaining(["provider", "provider-utils", "sdk"])],
    ]);
    expect(names.flat(2)).not.toContain("scarf");
  });

  test("has no licence that asks for more than to be named", () => {
    const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];
    // Of several, one may be chosen.
    const isPermissive = ({ license, expression = "" }: License) =>
      [license?.id ?? "", ...expression.replaceAll(/[()]/g, "").split(" OR ")].some((id) => permissive.includes(id));
    const saysMITInAnOldForm = /^(compute-(gcd|lcm)|validate\.io-[a-z-]+)$/;

    const others = bills
      .flatMap(({ components }) => components)
      .filter(({ licenses = [], name }) => licenses.length > 0 || !saysMITInAnOldForm.test(name))
      .filter(({ licenses = [] }) => !licenses.some(isPermissive));

    expect(others.map(({ name, licenses }) => ({ name, licenses }))).toEqual([]);
  });
});
