import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const tsc = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/** Creates a folder outside of the workspace that resolves this package's dependencies; removed after the file's tests. */
export function makeSnippetFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "model-access-snippets-")));
  symlinkSync(modules, join(folder, "node_modules"), "junction");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The output and exit code of a program. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program without blocking this process, which may run the mock. */
export function run(
  program: string,
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: 280_000, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(program, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** Compiles every TypeScript file of a folder, and returns the compiler's output. */
export async function compile(folder: string): Promise<string> {
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2023",
    lib: ["ES2023", "ESNext.Disposable", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const { code, stdout, stderr } = await run(process.execPath, [tsc, "-p", folder], { cwd: folder });
  return code === 0 ? stdout : `It ended with ${code}: ${stdout}${stderr}`;
}

const importAll = `
const failures = [];
for (const file of process.argv.slice(2)) {
  console.log("=== " + file);
  await import(file).catch((error) => failures.push(file + ": " + (error?.stack ?? error)));
}
console.error(failures.join("\\n"));
process.exitCode ||= failures.length;
`;

/**
 * Imports programs in sequence in one process, which must end by itself. Returns the failures, and the output of all, each
 * after a line with its file.
 */
export async function runPrograms(
  files: readonly string[],
  settings: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ failures: string; printed: string }> {
  writeFileSync(join(settings.cwd, "import-all.mjs"), importAll);
  const { code, stdout, stderr } = await run(process.execPath, ["import-all.mjs", ...files], settings);
  return { failures: code === 0 ? "" : `It ended with ${code}: ${stderr}`, printed: stdout };
}
