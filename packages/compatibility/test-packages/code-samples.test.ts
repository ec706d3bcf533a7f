// Runs the contract's code samples, in every language, against the mock.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startMock } from "@model-access/mock";
import { afterAll, expect, test } from "vitest";
import { compile, makeSnippetFolder, run, runPrograms } from "../test/snippet-folder.ts";

interface Sample {
  operationId: string;
  lang: string;
  label: string;
  source: string;
}

type Item = Record<string, { operationId: string; "x-codeSamples"?: Omit<Sample, "operationId">[] }>;

const bundle = fileURLToPath(import.meta.resolve("@model-access/contract/bundles/openapi.json"));
const { paths } = JSON.parse(readFileSync(bundle, "utf8")) as { paths: Record<string, Item> };
const samples: Sample[] = Object.values(paths)
  .flatMap((item) => Object.values(item))
  .flatMap(({ operationId, "x-codeSamples": all = [] }) => all.map((sample) => ({ operationId, ...sample })));

const folder = makeSnippetFolder();
writeFileSync(join(folder, "points.csv"), "month,points\n");
const mock = await startMock({ latency: "instant" });
afterAll(() => mock.close());
const env = { MODEL_ACCESS_BASE_URL: mock.baseURL, MODEL_ACCESS_API_KEY: "sk-mock-full" };

/** Writes the samples of a language as files, and returns their names. */
function writeSamples(lang: string, extension: string, change = (source: string) => source): string[] {
  const files = samples
    .filter((sample) => sample.lang === lang)
    .map(({ operationId, label, source }) => {
      const name = `./${operationId}-${label.replaceAll(/\W+/g, "-")}.${extension}`;
      writeFileSync(join(folder, name), change(source));
      return name;
    });
  expect(files.length).toBeGreaterThan(10);
  expect(new Set(files).size).toBe(files.length);
  return files;
}

test("every TypeScript sample compiles", async () => {
  writeSamples("TypeScript", "ts");

  expect(await compile(folder)).toBe("");
});

test("every TypeScript sample runs against the mock", async () => {
  const complain = '\nif (typeof error === "object") throw new Error(JSON.stringify(error));\n';
  const files = writeSamples("TypeScript", "ts", (source) =>
    source.includes("{ data, error }") ? source + complain : source,
  );

  expect((await runPrograms(files, { cwd: folder, env })).failures).toBe("");
});

test("every curl line runs against the mock", async () => {
  const files = writeSamples("Shell", "sh", (source) =>
    source.replace("curl ", "curl --silent --show-error --fail-with-body "),
  );
  const all = files.map((file) => `said=$(. ${file} 2>&1) || echo "${file}: $said"`).join("\n");

  const { stdout, stderr } = await run("sh", ["-c", all], { cwd: folder, env });

  expect(stdout + stderr, "It needs curl (Debian: apt-get install curl).").toBe("");
});

test("every Python sample runs against the mock", async () => {
  const files = writeSamples("Python", "py");
  writeFileSync(
    join(folder, "run_all.py"),
    `import runpy, sys, traceback
failures = 0
for file in sys.argv[1:]:
    try:
        runpy.run_path(file)
    except BaseException:
        failures += 1
        print(file, traceback.format_exc(), file=sys.stderr)
sys.exit(failures)
`,
  );

  const { code, stderr } = await run("python3", ["run_all.py", ...files], { cwd: folder, env });

  expect(stderr, "It needs Python 3 (Debian: apt-get install python3).").toBe("");
  expect(code).toBe(0);
});
