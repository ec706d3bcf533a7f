#!/usr/bin/env node
import { describeError, runCommand } from "./command/run-command.js";

try {
  await runCommand(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`model-access-mock: ${describeError(error)}\n`);
  process.exitCode = 2;
}
