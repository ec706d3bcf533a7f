#!/usr/bin/env node
import { parseArgs } from "node:util";
import { serveCommand } from "./command/serve.js";
import { WorldFileError } from "./world/world-file-error.js";

try {
  await run(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`model-access-mock: ${told(error, message)}\n`);
  process.exitCode = 2;
}

/** Of a data file all mistakes are told at once; anything else is one sentence. */
function told(error: unknown, message: string): string {
  if (error instanceof WorldFileError) return message;
  const [sentence = ""] = message.split("\n");
  const isOfFlags = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  return isOfFlags ? `${sentence.replace(/\.$/, "")}; --help lists the options.` : sentence;
}

async function run([name, ...args]: string[]): Promise<void> {
  if (name === "record") return (await import("./command/record.js")).recordCommand(args);
  if (name === "schema") return printSchema(args);
  await serveCommand(name === undefined ? [] : [name, ...args]);
}

async function printSchema(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: "boolean" } } });
  if (values.help) return serveCommand(["--help"]);
  const { worldSchema } = await import("./world/world-schema.js");
  process.stdout.write(`${JSON.stringify(worldSchema, null, 2)}\n`);
}
