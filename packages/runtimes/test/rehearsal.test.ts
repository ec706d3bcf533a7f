import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Registry, startRegistry } from "./registry.ts";
import { run } from "./run.ts";

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

let registry: Registry;
let mock: MockServer;

beforeAll(async () => {
  registry = await startRegistry();
  mock = await startMock({ latency: "instant" });
}, 120_000);

afterAll(async () => {
  await mock?.close();
  await registry?.close();
});

/** An empty folder with a package installed in it. */
async function install(name: string): Promise<{ project: string; folder: string }> {
  const project = registry.makeProject();
  const { code, stderr } = await run("npm", ["install", "--no-audit", "--no-fund", name], {
    cwd: project,
    timeoutMs: 110_000,
  });
  if (code !== 0) throw new Error(stderr);
  return { project, folder: join(project, "node_modules", name) };
}

test("the SDK installs with its one dependency, and every snippet of its README runs on Node and Bun", async () => {
  const { project, folder } = await install("@model-access/sdk");
  const env = { MODEL_ACCESS_BASE_URL: mock.baseURL, MODEL_ACCESS_API_KEY: "sk-mock-full" };
  const snippets = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, source = ""]) => source.replaceAll("https://api.example/v1", mock.baseURL).replaceAll("sk-…", "sk-mock-full"),
  );

  const failures: string[] = [];
  for (const [index, source] of snippets.entries()) {
    const file = join(project, `snippet-${index}.ts`);
    writeFileSync(file, source);
    for (const program of [process.execPath, join(folderOf("bun"), "bin/bun.exe")]) {
      const { code, stderr } = await run(program, [file], { cwd: project, env });
      if (code !== 0) failures.push(`${program}\n${source}\n${stderr}`);
    }
  }

  expect(snippets.length).toBeGreaterThan(3);
  expect(failures).toEqual([]);
  expect(
    globSync("node_modules/{@*/*,[!@.]*}", { cwd: project })
      .filter((name) => !/@[^/]*$/.test(name))
      .sort(),
  ).toEqual([
    "node_modules/@model-access/sdk",
    "node_modules/openapi-fetch",
    "node_modules/openapi-typescript-helpers",
  ]);
}, 120_000);

test("the mock installs, starts by npx and says where it listens; the contract tests pass against it", async () => {
  const { project } = await install("@model-access/mock");
  const tests = await install("@model-access/contract-tests");
  const child = spawn("npx", ["--no-install", "model-access-mock", "--port", "0", "--quiet", "--latency", "instant"], {
    cwd: project,
    shell: process.platform === "win32",
    detached: process.platform !== "win32",
  });
  const baseURL = await new Promise<string>((resolve) => {
    child.stdout.on("data", (line: Buffer) => resolve(/http:\S+/.exec(line.toString())?.[0] ?? ""));
  });

  const { code, stdout, stderr } = await run(
    "npx",
    ["--no-install", "model-access-contract-tests", "--base-url", baseURL],
    {
      cwd: tests.project,
      env: { MODEL_ACCESS_API_KEY: "sk-mock-full" },
    },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid);
  else child.kill();
  await ended;

  expect(stderr).toBe("");
  expect(stdout).toContain("0 fail");
  expect(code).toBe(0);
}, 240_000);

test("every file that a source map or a package.json of a package names is in the package", async () => {
  const { folder } = await install("@model-access/mock");
  const packages = [folder, join(folder, "../contract")];

  const missing = packages.flatMap((path) => {
    const manifest = readFileSync(join(path, "package.json"), "utf8");
    const named = [...manifest.matchAll(/"(\.\/dist\/[^"*]+)"/g)].map(([, file = ""]) => join(path, file));
    return [...named, ...globSync(join(path, "**/*.map"))].filter((file) => file.endsWith(".map") || !existsSync(file));
  });

  expect(missing).toEqual([]);
}, 120_000);
