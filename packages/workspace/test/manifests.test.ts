import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./repository-files.ts";

const manifest = (folder: string) => JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8"));
const projects = [
  "spec",
  ...["packages", "apps"].flatMap((folder) => readdirSync(`${root}${folder}`).map((name) => `${folder}/${name}`)),
];

test("the manifest of every published package has its description, engines and files", () => {
  for (const project of projects.filter((folder) => !manifest(folder).private)) {
    expect(manifest(project), project).toMatchObject({
      license: "MIT",
      type: "module",
      engines: { node: ">=22" },
      description: expect.stringMatching(/\w+ \w+/),
      keywords: expect.arrayContaining(["model-access"]),
    });
    expect(manifest(project).files, project).toContain("dist");
    expect(existsSync(`${root}${project}/README.md`), project).toBe(true);
  }
});

test("a package depends only on packages before it", () => {
  const order = [
    "spec",
    "contract",
    "sdk",
    "reference",
    "admin-api",
    "console",
    "mock",
    "ai-sdk-provider",
    "contract-tests",
    "bench",
    "compatibility",
    "runtimes",
    "site",
    "workspace",
  ];
  for (const project of projects) {
    const { name, dependencies = {}, devDependencies = {} } = manifest(project);
    const place = order.indexOf(name.split("/")[1]);
    const own = Object.keys({ ...dependencies, ...devDependencies }).filter((dependency) =>
      dependency.startsWith("@model-access/"),
    );
    expect(
      own.filter((dependency) => order.indexOf(dependency.split("/")[1] ?? "") >= place),
      name,
    ).toEqual([]);
  }
});

test("every version is exact", () => {
  const examples = readdirSync(`${root}examples`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `examples/${name}`);
  for (const project of [".", ...projects, ...examples]) {
    const { dependencies = {}, devDependencies = {} } = manifest(project);
    const loose = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(workspace:\*|(npm:.+@)?\d+\.\d+\.\d+)$/.test(version),
    );
    expect(loose, project).toEqual([]);
  }
});
