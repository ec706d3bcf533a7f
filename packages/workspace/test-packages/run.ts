import { execFile } from "node:child_process";
import { isAbsolute } from "node:path";

/** Runs a program while this process, which may have the mock in it, goes on; returns how it ended and what it said. */
export function run(
  program: string,
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    // On Windows, what PATH has to find is a script of the shell's; a program with its whole path may have spaces in it.
    const shell = process.platform === "win32" && !isAbsolute(program);
    const options = { cwd, shell, env: { ...process.env, NO_COLOR: "1", ...env }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(program, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
