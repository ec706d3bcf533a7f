import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const command = createRequire(import.meta.url).resolve("@redocly/cli/bin/cli.js");

const spec = fileURLToPath(new URL("..", import.meta.url));

/** Runs a Redocly command, by default with the configuration of `spec`, and returns its stdout. Throws its output if it fails. */
export function redocly(args, { cwd = spec } = {}) {
  try {
    return execFileSync(process.execPath, [command, ...args], {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
      maxBuffer: 256 * 1024 * 1024,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
  } catch (error) {
    throw new Error(`redocly ${args.join(" ")} failed:\n${error.stdout ?? ""}${error.stderr ?? ""}`);
  }
}
