import { parseArgs } from "node:util";
import { WorldFileError } from "../world/world-file-error.js";
import { serveCommand } from "./serve.js";

export async function runCommand([name, ...args]: string[]): Promise<void> {
  if (name === "record") return (await import("./record.js")).recordCommand(args);
  if (name === "schema") return printSchema(args);
  await serveCommand(name === undefined ? [] : [name, ...args]);
}

/** Describes why a command was refused. Of a data file all mistakes are told at once; anything else is one sentence. */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof WorldFileError) return message;
  const [line = ""] = message.split("\n");
  const sentence = line.replace("argument is ambiguous", "needs a value that doesn't begin with '-'");
  const isOfFlags = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  return isOfFlags ? `${sentence.replace(/\.$/, "")}; --help lists the options.` : sentence;
}

async function printSchema(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { help: { type: "boolean" } } });
  if (values.help) return serveCommand(["--help"]);
  const { worldSchema } = await import("../world/world-schema.js");
  process.stdout.write(`${JSON.stringify(worldSchema, null, 2)}\n`);
}
