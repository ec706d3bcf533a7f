import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeProject, type Project } from "./packed-sdk.ts";
import { folderOf } from "./programs.ts";
import { run } from "./run.ts";

const consumer = fileURLToPath(new URL("consumer", import.meta.url));

let project: Project;

beforeAll(async () => {
  project = await makeProject();
  const program = readFileSync(join(consumer, "program.ts"), "utf8");
  for (const extension of ["ts", "mts", "cts"]) project.write(`program.${extension}`, program);
});

afterAll(() => project?.remove());

const versions = [
  { version: "5.4", name: "typescript-5.4" },
  { version: "5.9", name: "typescript-5.9" },
  { version: "7", name: "typescript" },
];
const resolutions = [
  { moduleResolution: "node16", module: "node16" },
  { moduleResolution: "nodenext", module: "nodenext" },
  { moduleResolution: "bundler", module: "esnext" },
];
const node10 = { moduleResolution: "node10", module: "commonjs" };
const combinations = [
  ...versions.flatMap((version) => resolutions.map((resolution) => ({ ...version, ...resolution }))),
  { version: "6", name: "typescript-6", moduleResolution: "nodenext", module: "nodenext" },
  // 6 calls it deprecated, 7 has it no more.
  { version: "5.4", name: "typescript-5.4", ...node10 },
  { version: "5.9", name: "typescript-5.9", ...node10 },
];

test.each(combinations)(
  "a .ts, an .mts and a .cts program compile with TypeScript $version resolved as $moduleResolution",
  async ({ version, name, moduleResolution, module }) => {
    const config = project.write(
      `tsconfig.${version}.${moduleResolution}.json`,
      JSON.stringify({
        extends: join(consumer, "tsconfig.json"),
        compilerOptions: { module, moduleResolution },
        files: ["program.ts", "program.mts", "program.cts"],
      }),
    );

    const { code, stdout } = await run(process.execPath, [join(folderOf(name), "bin/tsc"), "-p", config]);

    expect(stdout).toBe("");
    expect(code).toBe(0);
  },
);

test("a client of one build is a client of the other to the compiler", async () => {
  project.write(
    "shared.mts",
    `import { ModelAccess, RateLimitError } from "@model-access/sdk";
import commonJs = require("@model-access/sdk");
export const client: ModelAccess = new commonJs.ModelAccess();
export const error: commonJs.RateLimitError = new RateLimitError("?", { status: 429 });
`,
  );
  const config = project.write(
    "tsconfig.shared.json",
    JSON.stringify({
      extends: join(consumer, "tsconfig.json"),
      compilerOptions: { module: "nodenext", verbatimModuleSyntax: true, exactOptionalPropertyTypes: true },
      files: ["shared.mts", "program.mts"],
    }),
  );

  const { code, stdout } = await run(process.execPath, [join(folderOf("typescript"), "bin/tsc"), "-p", config]);

  expect(stdout).toBe("");
  expect(code).toBe(0);
});
