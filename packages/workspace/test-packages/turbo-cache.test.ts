import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../test/repository-files.ts";
import { copyTree } from "./tree-copy.ts";

const copy = copyTree();
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Reads turbo's hash of every task's inputs, upstream ones included. */
function readHashes(): Map<string, string> {
  const output = execFileSync(
    process.execPath,
    [`${root}node_modules/turbo/bin/turbo`, "run", "build", "lint", "typecheck", "test", "test:packages", "--dry=json"],
    {
      cwd: copy,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", TURBO_GLOBAL_WARNING_DISABLED: "1" },
    },
  );
  const { tasks }: { tasks: { taskId: string; hash: string }[] } = JSON.parse(output.slice(output.indexOf("{")));
  return new Map(tasks.map(({ taskId, hash }) => [taskId.replace("@model-access/", ""), hash]));
}

let hashes = readHashes();

/** Lists the tasks that an edit of a file re-runs. */
function listReruns(file: string): string[] {
  const before = hashes;
  appendFileSync(join(copy, file), "\n# a comment\n");
  hashes = readHashes();
  return [...hashes].filter(([taskId, hash]) => before.get(taskId) !== hash).map(([taskId]) => taskId);
}

test("the output of a run re-runs nothing", () => {
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

  expect([...readHashes()]).toEqual([...hashes]);
});

const madeFromSchemas = ["spec", "contract", "sdk", "mock", "contract-tests"];

test.each([
  [".spectral.yaml", ["spec#lint", "spec#test"], /#build$/],
  ["spec/src/shared/schemas/ErrorObject.yaml", madeFromSchemas.flatMap((name) => [`${name}#build`, `${name}#test`])],
  ["packages/sdk/src/index.ts", ["sdk#test"], /^(spec|contract|mock)#build$/],
  ["docs/sdk/points.md", ["compatibility#test"], /#build$|^mock#/],
  ["apps/mock/test-browser/console.test.ts", ["mock#typecheck"], /#build$/],
  ["packages/sdk/README.md", ["runtimes#test:packages"]],
  ["examples/video/src/main.ts", ["runtimes#test:packages", "workspace#lint", "example-video#typecheck"]],
])("editing %s runs what is made from it again, and nothing else", (file, expected, spared = /^$/) => {
  const rerun = listReruns(file);

  expect(rerun).toEqual(expect.arrayContaining(expected));
  expect(rerun.filter((taskId) => spared.test(taskId) && taskId !== "site#build")).toEqual([]);
});

test("editing the base TypeScript configuration re-runs every task", () => {
  expect(listReruns("tsconfig.base.json").length).toBe(hashes.size);
});
