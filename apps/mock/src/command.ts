#!/usr/bin/env node
import { serveCommand } from "./command/serve.js";
import { WorldFileError } from "./world/world-file-error.js";

try {
  await run(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  // Of a data file all mistakes are told at once; anything else is one sentence.
  const told = error instanceof WorldFileError ? message : message.split("\n")[0];
  process.stderr.write(`model-access-mock: ${told}\n`);
  process.exitCode = 2;
}

async function run([name, ...args]: string[]): Promise<void> {
  if (name === "record") return (await import("./command/record.js")).recordCommand(args);
  if (name === "schema") return printSchema();
  await serveCommand(name === undefined ? [] : [name, ...args]);
}

async function printSchema(): Promise<void> {
  const { worldSchema } = await import("./world/world-schema.js");
  process.stdout.write(`${JSON.stringify(worldSchema, null, 2)}\n`);
}
