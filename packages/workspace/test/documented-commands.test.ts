import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documents, read, root } from "./repository-files.ts";

/** The commands of pnpm itself. */
const ofPnpm = ["add", "audit", "exec", "install", "login", "pack", "publish"];

const manifests = [
  ".",
  "spec",
  ...["packages", "apps"].flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)),
].map((project) => JSON.parse(read(`${project}/package.json`)) as { name: string; scripts: Record<string, string> });

/** Lines of code in documents, except TypeScript, which `packages/compatibility` runs. */
const lines = documents.flatMap((document) =>
  [...read(document).matchAll(/^ *```(?!ts|typescript)\w+\n([\s\S]*?)^ *```$|`([^`\n]+)`/gm)]
    .flatMap(([, block = "", span = ""]) => [...block.split("\n"), span])
    .map((line) => ({ document, line })),
);

test("every pnpm command in a document is an existing script", () => {
  const commands = lines.flatMap(({ document, line }) =>
    [...line.matchAll(/(?:^ *|npx |&& )pnpm(?:@12)?(?: --filter (\S+))? ([a-z][a-z:-]*)/g)].map(
      ([, project = "model-access", script = ""]) => ({ document, project, script }),
    ),
  );

  expect(commands.length).toBeGreaterThan(20);
  expect(
    commands.filter(
      ({ project, script }) =>
        !ofPnpm.includes(script) && manifests.find(({ name }) => name === project)?.scripts[script] === undefined,
    ),
  ).toEqual([]);
});

test.each([
  ["mock", "apps/mock", /model-access-mock .*|pnpm(?:@12)? mock .*/],
  ["contract tests", "packages/contract-tests", /contract-tests(?:@\S+)? (?:plan )?-.*|pnpm(?:@12)? contract .*/],
])("every option of the %s in a document is one that there is", (_name, project, command) => {
  const { stdout } = spawnSync(process.execPath, [join(root, project, "dist/command.js"), "--help"], {
    encoding: "utf8",
  });
  const options = lines.flatMap(({ document, line }) =>
    [...(command.exec(line)?.[0] ?? "").matchAll(/ (--[a-z-]+)/g)].map(([, option = ""]) => ({ document, option })),
  );

  expect(options.length).toBeGreaterThan(1);
  expect(options.filter(({ option }) => !new RegExp(`${option}(?![a-z-])`).test(stdout))).toEqual([]);
});
