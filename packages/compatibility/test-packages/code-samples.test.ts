import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MockServer, startMock } from "@model-access/mock";
import { afterAll, beforeAll, expect, test } from "vitest";

interface Sample {
  lang: string;
  label: string;
  source: string;
}

interface Outcome {
  status: number | null;
  said: string;
}

const require = createRequire(import.meta.url);
const contract = JSON.parse(readFileSync(require.resolve("@model-access/contract/bundles/openapi.json"), "utf8"));
const samples = Object.values<Record<string, { operationId: string; "x-codeSamples"?: Sample[] }>>(contract.paths)
  .flatMap((item) => Object.values(item))
  .flatMap(({ operationId, "x-codeSamples": all = [] }) => all.map((sample) => ({ operationId, ...sample })));
// Inside the package, so that the samples find the SDK and the other clients.
const folder = mkdtempSync(fileURLToPath(new URL("../reports-samples-", import.meta.url)));
let mock: MockServer;

beforeAll(async () => {
  mock = await startMock({ latency: "instant" });
  writeFileSync(join(folder, "points.csv"), "month,points\n");
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every TypeScript sample compiles", () => {
  for (const [index, { source }] of of("TypeScript").entries())
    writeFileSync(join(folder, `sample-${index}.ts`), source);
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2022",
    lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: ["node"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));

  const { status, stdout } = spawnSync(
    process.execPath,
    [join(dirname(require.resolve("typescript/package.json")), "bin/tsc"), "-p", folder],
    { encoding: "utf8" },
  );

  expect(status, stdout).toBe(0);
});

test("every TypeScript sample runs against the mock", async () => {
  const complain = '\nif (typeof error === "object") throw new Error(JSON.stringify(error));\n';

  const failures = await failuresOf(of("TypeScript"), ({ source }, index) => {
    const file = join(folder, `run-${index}.ts`);
    writeFileSync(file, source.includes("{ data, error }") ? source + complain : source);
    return run(process.execPath, [file]);
  });

  expect(failures).toEqual([]);
});

test("every curl line of the contract runs against the mock", async () => {
  const failures = await failuresOf(of("Shell"), ({ source }) =>
    run("sh", ["-c", source.replace("curl ", "curl --silent --show-error --fail-with-body ")]),
  );

  expect(failures, "It needs curl (Debian: apt-get install curl).").toEqual([]);
});

test("every Python sample runs against the mock", async () => {
  const failures = await failuresOf(of("Python"), ({ source }, index) => {
    const file = join(folder, `run-${index}.py`);
    writeFileSync(file, source);
    return run("python3", [file]);
  });

  expect(failures, "It needs Python 3 (Debian: apt-get install python3).").toEqual([]);
});

const of = (lang: string) => samples.filter((sample) => sample.lang === lang);

/** Runs samples, a few at a time, and tells those that failed with what they said. */
async function failuresOf(
  all: readonly (Sample & { operationId: string })[],
  start: (sample: Sample, index: number) => Promise<Outcome>,
): Promise<string[]> {
  expect(all.length).toBeGreaterThan(0);
  const failures: string[] = [];
  const open = [...all.entries()];
  const work = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const [index, sample] = next;
      const { status, said } = await start(sample, index);
      if (status !== 0 || said === "") failures.push(`${sample.operationId}, ${sample.label}: ${said}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  return failures;
}

/** Runs a program while this process, which has the mock in it, goes on. */
function run(program: string, args: string[]): Promise<Outcome> {
  const env = { ...process.env, MODEL_ACCESS_BASE_URL: mock.baseURL, MODEL_ACCESS_API_KEY: "sk-mock-full" };
  return new Promise((resolve) => {
    const child = execFile(program, args, { env, cwd: folder, timeout: 280_000 }, (error, stdout, stderr) =>
      resolve({
        status: child.exitCode,
        said: error === null ? stdout || "a file" : `${error.message}${stderr}${stdout}`,
      }),
    );
  });
}
