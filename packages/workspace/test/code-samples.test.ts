import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { operations } from "@model-access/contract";
import { startMock } from "@model-access/mock";
import { afterAll, expect, test } from "vitest";

const require = createRequire(import.meta.url);
const reference = readFileSync(require.resolve("@model-access/contract/bundles/docs/index.html"), "utf8");
// Inside the package, so that the samples find the SDK.
const folder = mkdtempSync(fileURLToPath(new URL("../reports-samples-", import.meta.url)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function samples(label: string): string[] {
  const pattern = new RegExp(`"label":"${label}","source":("(?:[^"\\\\]|\\\\.)*")`, "g");
  return [...new Set([...reference.matchAll(pattern)].map(([, source]) => JSON.parse(source ?? '""') as string))];
}

test("the reference has a curl and an SDK sample for every operation", () => {
  const count = Object.keys(operations).length;

  expect(samples("curl").length).toBe(count);
  expect(samples("SDK").length).toBe(count);
});

test("every SDK sample of the reference compiles", () => {
  for (const [index, source] of samples("SDK").entries()) writeFileSync(join(folder, `sample-${index}.ts`), source);
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2022", "DOM"],
    types: ["node"],
    strict: true,
    noEmit: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));

  const { status, stdout } = spawnSync(
    process.execPath,
    [join(dirname(require.resolve("typescript/package.json")), "bin/tsc"), "-p", folder],
    {
      encoding: "utf8",
    },
  );

  expect(status, stdout).toBe(0);
});

test("every SDK sample of the reference runs against the mock", async () => {
  const mock = await startMock({ latency: "instant" });
  const env = { ...process.env, MODEL_ACCESS_BASE_URL: mock.baseURL, MODEL_ACCESS_API_KEY: "sk-mock-full" };
  const complain = '\nif (typeof error === "object") throw new Error(JSON.stringify(error));\n';

  const failures: string[] = [];
  for (const [index, source] of samples("SDK").entries()) {
    const file = join(folder, `run-${index}.ts`);
    writeFileSync(file, source.includes("{ data, error }") ? source + complain : source);
    const { code, stderr } = await run(file, env);
    if (code !== 0) failures.push(`${source}${stderr}`);
  }
  await mock.close();

  expect(failures).toEqual([]);
}, 120_000);

/** Runs a file while this process, which has the mock in it, goes on. */
function run(file: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file], { env, timeout: 20_000 }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });
}
