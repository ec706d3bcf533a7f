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

// Literal names, so that a check of unused dependencies sees them.
const compilers = {
  "5.4": import.meta.resolve("typescript-5.4/package.json"),
  "5.9": import.meta.resolve("typescript-5.9/package.json"),
  "6": import.meta.resolve("typescript-6/package.json"),
  "7": import.meta.resolve("typescript/package.json"),
};
const resolutions = [
  { moduleResolution: "node16", module: "node16" },
  { moduleResolution: "nodenext", module: "nodenext" },
  { moduleResolution: "bundler", module: "esnext" },
];
const node10 = { moduleResolution: "node10", module: "commonjs" };

test.for([
  ...(["5.4", "5.9", "7"] as const).flatMap((version) => resolutions.map((options) => ({ version, ...options }))),
  { version: "6", moduleResolution: "nodenext", module: "nodenext" } as const,
  // 6 calls it deprecated, 7 has it no more.
  { version: "5.4", ...node10 } as const,
  { version: "5.9", ...node10 } as const,
])(
  "a .ts, an .mts and a .cts program compile with TypeScript $version resolved as $moduleResolution",
  async ({ version, ...compilerOptions }) => {
    expect(await messagesOf(version, { compilerOptions, files })).toBe("");
  },
);

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

  expect(await messagesOf("7", { compilerOptions, files: ["shared.mts", "program.mts"] })).toBe("");
});

/** Compiles files of a project, and returns what the compiler says. */
async function messagesOf(
  version: keyof typeof compilers,
  { compilerOptions, files }: { compilerOptions: object; files: string[] },
): Promise<string> {
  const compiler = fileURLToPath(new URL("bin/tsc", compilers[version]));
  const config = join(project, "tsconfig.check.json");
  writeFileSync(config, JSON.stringify({ extends: "./tsconfig.json", compilerOptions, files }));
  const { code, stdout, stderr } = await run(process.execPath, [compiler, "-p", config]);
  return code === 0 ? stdout : `It ended with ${code}: ${stdout}${stderr}`;
}
