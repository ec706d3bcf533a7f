import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../scripts/changesets.mjs";
import { copyTree } from "./tree-copy.ts";

const copy = copyTree();

/** The hash of every task's inputs, upstream ones included, as turbo would look them up. */
function hashes(): Map<string, string> {
  const output = execFileSync(
    process.execPath,
    [`${root}node_modules/turbo/bin/turbo`, "run", "build", "lint", "typecheck", "test", "--dry=json"],
    {
      cwd: copy,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_GLOBAL_WARNING_DISABLED: "1" },
    },
  );
  const { tasks }: { tasks: { taskId: string; hash: string }[] } = JSON.parse(output.slice(output.indexOf("{")));
  return new Map(tasks.map(({ taskId, hash }) => [taskId, hash]));
}

function rerunBy(...files: string[]): string[] {
  const before = hashes();
  for (const file of files) appendFileSync(join(copy, file), "\n# a comment\n");
  const after = hashes();
  return [...after].filter(([taskId, hash]) => before.get(taskId) !== hash).map(([taskId]) => taskId);
}

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("with nothing changed, nothing runs again", () => {
  expect([...hashes()]).toEqual([...hashes()]);
});

test("what a run leaves behind makes nothing run again", () => {
  const before = hashes();
  const packages = ["packages", "apps"].flatMap((folder) =>
    readdirSync(join(copy, folder)).map((name) => join(folder, name)),
  );
  const left = ["spec", ...packages].flatMap((project) =>
    ["dist", "reports", ".turbo"].map((folder) => join(project, folder)),
  );
  for (const folder of [...left, "packages/contract/src/generated", "packages/sdk/src/generated"]) {
    mkdirSync(join(copy, folder), { recursive: true });
    for (const file of ["left.json", "left.ts"]) writeFileSync(join(copy, folder, file), "{}");
  }

  expect([...hashes()]).toEqual([...before]);
});

test("editing .spectral.yaml lints and tests the contract again, and builds nothing", () => {
  const rerun = rerunBy(".spectral.yaml");

  expect(rerun).toEqual(expect.arrayContaining(["@model-access/spec#lint", "@model-access/spec#test"]));
  expect(rerun.filter((taskId) => taskId.endsWith("#build"))).toEqual([]);
});

test("editing a schema builds and tests everything that is made from it again", () => {
  const rerun = rerunBy("spec/src/schemas/errors/ErrorObject.yaml");

  for (const name of ["spec", "contract", "sdk", "mock", "contract-tests"]) {
    expect(rerun).toEqual(expect.arrayContaining([`@model-access/${name}#build`, `@model-access/${name}#test`]));
  }
});

test("editing the base TypeScript configuration runs every task again", () => {
  expect(rerunBy("tsconfig.base.json").length).toBe(hashes().size);
});

test("editing the SDK runs neither the contract nor the mock again", () => {
  const rerun = rerunBy("packages/sdk/src/index.ts");

  expect(rerun).toContain("@model-access/sdk#test");
  expect(rerun.filter((taskId) => /#build$/.test(taskId) && /(spec|contract|mock)#/.test(taskId))).toEqual([]);
});

test("editing a document runs its snippets again, and editing a browser test type-checks it again", () => {
  const rerun = rerunBy("docs/sdk/points.md", "apps/mock/test-browser/console.test.ts");

  expect(rerun).toEqual(expect.arrayContaining(["@model-access/compatibility#test", "@model-access/mock#typecheck"]));
});

test("editing the README of a package rehearses its publishing again", () => {
  expect(rerunBy("packages/sdk/README.md")).toContain("@model-access/runtimes#test");
});

test("editing an example runs it, lints it and type-checks it again", () => {
  expect(rerunBy("examples/video/src/main.ts")).toEqual(
    expect.arrayContaining([
      "@model-access/runtimes#test",
      "@model-access/workspace#lint",
      "@model-access/example-video#typecheck",
    ]),
  );
});
