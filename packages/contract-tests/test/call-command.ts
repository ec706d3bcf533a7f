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
