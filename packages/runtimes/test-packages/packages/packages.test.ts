// Checks the content of the published packages.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, describe, expect, inject, test } from "vitest";

const { folder, tarballs } = inject("registry");

/** Maximum size of a package's download, in kB. */
const maxKB = { contract: 900, sdk: 560, "ai-sdk-provider": 100, mock: 3000, "contract-tests": 800 };

describe.each(Object.entries(maxKB))("%s", (name, most) => {
  const tarball = tarballs[name] ?? "";
  const destination = mkdtempSync(join(folder, "unpacked-"));
  const unpacked = join(destination, "package");
  const readManifest = () => JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));

  beforeAll(() => {
    // Some versions of tar treat the colon of a Windows path as a host's.
    execFileSync("tar", ["-xzf", basename(tarball), "-C", destination], { cwd: dirname(tarball) });
  });

  test("satisfies publint, strictly", async () => {
    const pack = { tarball: new Uint8Array(readFileSync(tarball)).buffer };

    const { messages, pkg } = await publint({ pack, strict: true });

    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("satisfies attw", async () => {
    const excludeEntrypoints = ["bundles", "openapi-types.ts", "report.schema.json"];
    // The SDK has CommonJS too, and `typesVersions` for the oldest resolution.
    const ignored: string[] = name === "sdk" ? [] : ["node10", "node16-cjs"];

    const tarred = createPackageFromTarballData(readFileSync(tarball));
    // It does not resolve entries with a pattern, which the SDK has.
    const includeEntrypoints = tarred.listFiles().flatMap((file) => file.match(/\/sdk\/dist\/([^/]+)\.js$/)?.[1] ?? []);

    const checked = await checkPackage(tarred, { excludeEntrypoints, includeEntrypoints });

    expect(includeEntrypoints.includes("chat")).toBe(name === "sdk");
    if (!checked.types) throw new Error(`${name} has no types.`);
    const problems = checked.problems.filter(
      (problem) => !("resolutionKind" in problem && ignored.includes(problem.resolutionKind)),
    );
    expect(problems).toEqual([]);
  });

  test("contains its build, its README and its licence", () => {
    const files = readManifest().files.filter((file: string) => !file.startsWith("!"));
    const named: string[] = ["LICENSE", "README.md", ...files, "package.json"];

    // A changelog comes with the first release.
    expect(
      readdirSync(unpacked)
        .sort()
        .filter((file) => file !== "CHANGELOG.md"),
    ).toEqual(named.filter((file) => file !== "CHANGELOG.md").sort());
  });

  test("contains every file named in its source maps and its package.json", () => {
    const named = [...JSON.stringify(readManifest()).matchAll(/"(\.\/dist\/[^"*]+)"/g)].map(([, file = ""]) => file);
    const maps = globSync(join(unpacked, "dist/**/*.map"));
    const sources = maps.flatMap((map) =>
      JSON.parse(readFileSync(map, "utf8")).sources.map((source: string) => join(dirname(map), source)),
    );
    const files: string[] = [...named.map((file) => join(unpacked, file)), ...sources];

    expect(maps.length).toBeGreaterThan(10);
    // The CommonJS build replaces one import by a shim, which is not a file.
    expect(files.filter((file) => !existsSync(file) && !file.includes("openapi-fetch"))).toEqual([]);
  });

  test("is small to download", () => {
    expect(statSync(tarball).size / 1024).toBeLessThan(most);
  });

  test("depends on exact versions, the contract on nothing, and has no script for packing", () => {
    const { dependencies = {}, scripts = {} } = readManifest();

    if (name === "contract") expect(dependencies).toEqual({});
    expect(Object.values<string>(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(scripts).not.toHaveProperty("prepack");
  });
});

test("packing omits output whose source is gone", () => {
  const project = mkdtempSync(join(folder, "stale-"));
  mkdirSync(join(project, "dist"));
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src/kept.ts"), "");
  for (const name of ["kept", "stale"]) {
    writeFileSync(join(project, `dist/${name}.js`), "export {};\n");
    writeFileSync(join(project, `dist/${name}.js.map`), JSON.stringify({ sources: [`../src/${name}.ts`] }));
  }
  const program = fileURLToPath(new URL("../../../../scripts/remove-stale-output.mjs", import.meta.url));

  execFileSync(process.execPath, [program], { cwd: project });

  expect(readdirSync(join(project, "dist"))).toEqual(["kept.js", "kept.js.map"]);
});
