import { execFile } from "node:child_process";

/** What a program printed, and how it ended. */
export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program while this process, which may have the mock in it, goes on. */
export function run(
  program: string,
  args: string[],
  { cwd, env = {}, timeoutMs = 60_000 }: { cwd?: string; env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd, timeout: timeoutMs, env: { ...process.env, NO_COLOR: "1", ...env }, shell: process.platform === "win32" },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
