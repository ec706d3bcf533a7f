#!/usr/bin/env node
import { runCommand } from "./command-line/run-command.js";

// A reader such as head may leave before the end, which is no fault.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  process.stderr.write(`The output can't be written (${code}).\n`, () => process.exit(2));
});

process.exitCode = await runCommand(process.argv.slice(2));
