import { execFileSync, spawn } from "node:child_process";
import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fastClock } from "../fast-clock.ts";
import { bun, node22, node26 } from "../programs.ts";
import { installPackages } from "../project.ts";
import { run } from "../run.ts";

let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({ latency: "instant", clock: fastClock });
});

afterAll(async () => {
  await mock?.close();
});

/** Matches snippets that need more than the SDK: other packages or programs, a web page, or Node's threads. */
const others =
  /zod|opentelemetry|points-redis|"openai"|"undici"|@model-access\/mock|"\/api\/models"|export async function/;
const pages = globSync(fileURLToPath(new URL("../../../../docs/sdk/*.md", import.meta.url)));
const nodeOnly = /@model-access\/sdk\/sync/;
/** Commands that run TypeScript files. Node before 22.18 needs the option. */
const nodes = [[node22, "--experimental-strip-types"], [process.execPath], [node26]];

test.each([
  { name: "@model-access/contract", dependencies: [], pages: [], fewest: 2 },
  { name: "@model-access/sdk", dependencies: ["openapi-fetch", "openapi-typescript-helpers"], pages, fewest: 28 },
])(
  "$name installs with no more than it depends on, and the snippets of its documents run on each Node and Bun",
  async (one) => {
    const project = await installPackages(one.name);
    const readme = join(project, "node_modules", one.name, "README.md");
    const snippets = readSnippets([readme, ...one.pages]).filter((source) => !others.test(source));

    const failures = await runOnRuntimes(snippets, project);

    expect(snippets.length).toBeGreaterThanOrEqual(one.fewest);
    expect(failures).toEqual([]);
    expect(
      readdirSync(join(project, "node_modules/.pnpm"))
        .filter((folderName) => folderName.includes("@"))
        .map((folderName) => folderName.replace(/@[^@]*$/, "").replace("+", "/"))
        .toSorted(),
    ).toEqual([one.name, ...one.dependencies]);
  },
);

test("the provider installs beside ai, and the snippets of its documents run on each Node and Bun", async () => {
  // As in its README, with the SDK for the small entries, and the tested versions.
  const provider = "@model-access/ai-sdk-provider";
  const project = await installPackages(provider, "ai@7.0.173", "zod@4.6.7", "@model-access/sdk");
  const page = fileURLToPath(new URL("../../../../docs/ai-sdk.md", import.meta.url));
  const readme = join(project, "node_modules", provider, "README.md");
  const snippets = readSnippets([readme, page]).filter((source) => !source.includes("export async"));

  const failures = await runOnRuntimes(snippets, project);

  expect(snippets.length).toBeGreaterThanOrEqual(10);
  expect(failures).toEqual([]);
});

test("the mock installs, starts by npx and prints its address; the contract tests pass against it", async () => {
  const project = await installPackages("@model-access/mock");
  // Prism is bundled in the mock, without its dependencies.
  expect(readdirSync(join(project, "node_modules/.pnpm")).join()).not.toMatch(/prism|scarf|faker-js/);
  const tests = await installPackages("@model-access/contract-tests");
  const flags = ["--port", "0", "--quiet", "--log", "json", "--latency", "instant"];
  const child = spawn("npx", ["--no-install", "model-access-mock", ...flags], {
    cwd: project,
    shell: process.platform === "win32",
    detached: process.platform !== "win32",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const baseURL = await new Promise<string>((resolve) => {
    child.stdout.on("data", (line: Buffer) => resolve(JSON.parse(line.toString()).url));
  });

  const { code, stdout, stderr } = await run(
    "npx",
    ["--no-install", "model-access-contract-tests", "--base-url", baseURL],
    {
      cwd: tests,
      env: { MODEL_ACCESS_API_KEY: "sk-mock-full" },
    },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  // npx starts the mock as a child, so both have to be stopped.
  if (process.platform === "win32") execFileSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
  else if (child.pid !== undefined) process.kill(-child.pid);
  await ended;

  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/\d+ rules: \d+ pass/);
});

/** Reads the programs in documents, with the mock's address and key. */
function readSnippets(files: readonly string[]): string[] {
  return files
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((text) => [...text.matchAll(/^```ts\n(.*?)^```$/gms)])
    .map(([, source = ""]) => source.replaceAll(/https:\/\/api\.example(\/v1)?/g, mock.baseURL))
    .map((source) => source.replaceAll("sk-…", "sk-mock-full"));
}

/** Imports programs in sequence, ends when all have ended, and prints the failed ones with their errors. */
const runner = `
const failures = [];
for (const file of process.argv.slice(2)) {
  await import(file).catch((error) => failures.push(file + "\\n" + (error?.stack ?? error)));
}
console.error(failures.join("\\n"));
process.exitCode ||= failures.length;
`;

/** Runs programs on every Node and on Bun, in one process each, and returns the failures. */
async function runOnRuntimes(snippets: readonly string[], project: string): Promise<string[]> {
  const env = { MODEL_ACCESS_BASE_URL: mock.baseURL, MODEL_ACCESS_API_KEY: "sk-mock-full" };
  const files = snippets.map((source, index) => {
    const file = join(project, `snippet-${index}.ts`);
    writeFileSync(file, source);
    return { file, isNodeOnly: nodeOnly.test(source) };
  });
  const onBun = files.filter(({ isNodeOnly }) => !isNodeOnly);
  writeFileSync(join(project, "runner.mjs"), runner);
  const runs = [...nodes.map((program) => ({ program, files })), { program: [bun], files: onBun }].map(
    async ({ program: [program = "", ...args], files }) => {
      const given = [...args, "runner.mjs", ...files.map(({ file }) => file)];
      const { code, stderr } = await run(program, given, { cwd: project, env });
      return code === 0 ? [] : [`${program} ended with ${code}: ${stderr}`];
    },
  );
  return (await Promise.all(runs)).flat();
}
