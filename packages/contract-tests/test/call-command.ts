import { spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFailed, vi } from "vitest";
import { runCommand } from "../src/command-line/run-command.js";

/** Runs the command in this process, with an environment of its own; no signal ends it. */
export async function callCommand(args: string[], environment: Record<string, string> = {}) {
  const written = { stdout: "", stderr: "" };
  onTestFailed(() => console.error(written.stderr));
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += text;
      return true;
    }),
  );
  const code = await runCommand(args, { environment, stopOn: () => new AbortController().signal });
  for (const spy of spies) spy.mockRestore();
  return { code, ...written };
}

const command = join(import.meta.dirname, "../dist/command.js");

/** Starts the command as it was built, as a process with an environment of its own; `end` waits for it. */
export function startCommand(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, ...args], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (text: Buffer) => (written[name] += text.toString()));
  onTestFailed(() => console.error(written.stderr));
  const end = new Promise<{ code: number | null } & typeof written>((resolve) =>
    child.once("close", (code) => resolve({ code, ...written })),
  );
  return { child, end };
}
