import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { run } from "../run.ts";

const { consumer, folder } = inject("registry");
const project = mkdtempSync(join(folder, "typescript-"));
symlinkSync(join(consumer, "node_modules"), join(project, "node_modules"), "junction");
writeFileSync(join(project, "package.json"), '{ "private": true }\n');
cpSync(fileURLToPath(new URL("tsconfig.json", import.meta.url)), join(project, "tsconfig.json"));
const program = readFileSync(new URL("program.ts", import.meta.url));
const files = ["ts", "mts", "cts"].map((extension) => `program.${extension}`);
for (const file of files) writeFileSync(join(project, file), program);
cpSync(fileURLToPath(new URL("inferred.ts", import.meta.url)), join(project, "inferred.ts"));

// Literal names, so that knip sees them.
const compilers = {
  "5.4": import.meta.resolve("typescript-5.4/package.json"),
  "5.9": import.meta.resolve("typescript-5.9/package.json"),
  "6": import.meta.resolve("typescript-6/package.json"),
  "7": import.meta.resolve("typescript/package.json"),
};
// A library that exports results of the SDK, so that its declarations name their types.
const library = { noEmit: false, declaration: true, emitDeclarationOnly: true };
const node16 = { moduleResolution: "node16", module: "node16" };
const nodenext = { moduleResolution: "nodenext", module: "nodenext" };
const bundler = { moduleResolution: "bundler", module: "esnext" };
const node10 = { moduleResolution: "node10", module: "commonjs" };

test.for([
  // node10 is deprecated in 6 and removed in 7.
  { version: "5.4", all: [node16, nodenext, bundler, node10] },
  { version: "5.9", all: [{ ...nodenext, ...library }, bundler] },
  { version: "6", all: [nodenext] },
  { version: "7", all: [node16, { ...nodenext, ...library }, bundler] },
] as const)("a .ts, an .mts and a .cts program compile with TypeScript $version, however it resolves", async (row) => {
  const outDir = join(project, `library-${row.version}`);
  const isLibrary = (options: object) => "declaration" in options;
  const configs = row.all.map((options) =>
    isLibrary(options)
      ? { compilerOptions: { ...options, outDir }, files: [...files, "inferred.ts"] }
      : { compilerOptions: options, files },
  );

  expect(await compile(row.version, configs)).toBe("");
  if (!row.all.some(isLibrary)) return;
  // TypeScript names some types by a path that can't be imported, and says nothing of it.
  const paths = readFileSync(join(outDir, "inferred.d.ts"), "utf8").match(/import\(".*?"\)/g);
  expect(new Set(paths)).toEqual(new Set(['import("@model-access/sdk")']));
});

test("a client of one build is a client of the other to the compiler", async () => {
  writeFileSync(
    join(project, "shared.mts"),
    `import { ModelAccess, RateLimitError } from "@model-access/sdk";
import commonJs = require("@model-access/sdk");
export const client: ModelAccess = new commonJs.ModelAccess();
export const error: commonJs.RateLimitError = new RateLimitError("?", { status: 429 });
`,
  );
  const compilerOptions = { module: "nodenext", verbatimModuleSyntax: true, exactOptionalPropertyTypes: true };

  expect(await compile("7", [{ compilerOptions, files: ["shared.mts", "program.mts"] }])).toBe("");
});

interface Config {
  compilerOptions: object;
  files: string[];
}

/** Compiles files of the project with several configurations in one process, and returns the compiler's output. */
async function compile(version: keyof typeof compilers, configs: Config[]): Promise<string> {
  const paths = configs.map((config, at) => {
    const path = join(project, `tsconfig.${version}-${configs.length}-${at}.json`);
    writeFileSync(path, JSON.stringify({ extends: "./tsconfig.json", ...config }));
    return path;
  });
  const compiler = fileURLToPath(new URL("bin/tsc", compilers[version]));
  const { code, stdout, stderr } = await run(process.execPath, [compiler, "--build", "--force", ...paths]);
  return code === 0 ? stdout : `It ended with ${code}: ${stdout}${stderr}`;
}
