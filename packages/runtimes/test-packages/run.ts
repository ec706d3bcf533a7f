import { execFile } from "node:child_process";
import { isAbsolute } from "node:path";

/** The output and exit code of a program. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Settings {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
}

/** Runs a program without blocking this process, which may run the mock. */
export function run(
  program: string,
  args: string[],
  { cwd, env = {}, timeoutMs = 280_000 }: Settings = {},
): Promise<Run> {
  return new Promise((resolve) => {
    // On Windows, what PATH has to find is a script of the shell's; a program with its whole path may have spaces in it.
    const shell = process.platform === "win32" && !isAbsolute(program);
    const child = execFile(
      program,
      args,
      { cwd, timeout: timeoutMs, env: { ...process.env, NO_COLOR: "1", ...env }, shell },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** Runs a program that has to succeed, and returns its stdout. Throws all its output if it fails. */
export async function runWell(program: string, args: string[], settings?: Settings): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, settings);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
