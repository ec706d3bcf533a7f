import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { published, root } from "../scripts/changesets.mjs";

const attw = join(
  dirname(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")),
  "dist/index.js",
);
const folder = mkdtempSync(join(tmpdir(), "model-access-packages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The most that a package may weigh to download. */
const maxKB: Record<string, number> = {
  "packages/contract": 2400,
  "packages/sdk": 560,
  "packages/ai-sdk-provider": 100,
  "apps/mock": 3000,
  "packages/contract-tests": 800,
};

describe.each(published)("%s", (project) => {
  const destination = join(folder, project);
  let tarball = "";

  beforeAll(() => {
    // What an older state of the sources left in dist/, as the compiler and the build cache leave it.
    const stale = join(root, project, "dist/stale.js");
    writeFileSync(stale, "export {};\n");
    writeFileSync(`${stale}.map`, JSON.stringify({ version: 3, sources: ["../src/stale.ts"], mappings: "" }));
    // pnpm, not npm: it writes versions for `workspace:*`, as the published package has them.
    execFileSync("pnpm", ["pack", "--pack-destination", destination], {
      cwd: join(root, project),
      stdio: "pipe",
      shell: process.platform === "win32",
    });
    const [file = ""] = readdirSync(destination);
    tarball = join(destination, file);
    execFileSync("tar", ["-xzf", file], { cwd: destination }); // some take the colon of a Windows path for a host
  });

  test("satisfies publint, strictly", async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
      strict: true,
    });

    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test("satisfies attw", () => {
    const options = [
      "--profile",
      // It has CommonJS too, and `typesVersions` for the oldest resolution.
      project === "packages/sdk" ? "strict" : "esm-only",
      "--no-definitely-typed",
      "--exclude-entrypoints",
      "bundles",
      "openapi-types.ts",
      "report.schema.json",
    ];
    const { status, stdout } = spawnSync(process.execPath, [attw, tarball, ...options], { encoding: "utf8" });

    expect(status, stdout).toBe(0);
  });

  test("contains what it builds, its README and its licence", () => {
    const { files } = JSON.parse(readFileSync(join(root, project, "package.json"), "utf8"));
    // A changelog comes with the first release.
    const isThere = (file: string) => file !== "CHANGELOG.md" || existsSync(join(root, project, file));
    expect(readdirSync(join(destination, "package")).sort()).toEqual(
      ["LICENSE", "README.md", ...files, "package.json"].filter(isThere).sort(),
    );
  });

  test("leaves out what was compiled from a source that is gone", () => {
    const files = readdirSync(join(destination, "package/dist"));

    expect(files.filter((file) => file.startsWith("stale"))).toEqual([]);
    expect(readFileSync(join(destination, "package/package.json"), "utf8")).not.toContain("prepack");
  });

  test("is small to download", () => {
    expect(statSync(tarball).size / 1024).toBeLessThan(maxKB[project] ?? 0);
  });

  test("depends on exact versions, and the contract on nothing", () => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(destination, "package/package.json"), "utf8"));

    if (project === "packages/contract") expect(dependencies).toEqual({});
    expect(Object.values<string>(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
