import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Bundle, Tool } from "./tool.ts";

/** Verdict on a tool with a bundle. */
export interface Outcome {
  verdict: "works" | "warns" | "fails";
  /** First error or warning in its output. */
  reason?: string;
  /** Path of the generated code. */
  entry?: string;
}

// Inside the package, so that generated code resolves its imports.
const folder = fileURLToPath(new URL("../reports/tools/", import.meta.url));

/** Runs a tool on a bundle, and compiles its output with `strict`. */
export async function tryTool(tool: Tool, bundle: Bundle): Promise<Outcome> {
  const to = join(folder, `${tool.name}-${bundle}`.replaceAll(/[^\w.]+/g, "-"));
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  try {
    const { said, entry } = await tool.run(
      fileURLToPath(import.meta.resolve(`@model-access/contract/bundles/${bundle}`)),
      to,
    );
    if (entry !== undefined) await compile(to, { entry, ...tool });
    const warning = said.split("\n").find((line) => /\bwarn(ing)?\b/i.test(line));
    const made = entry === undefined ? {} : { entry: join(to, entry) };
    return warning === undefined
      ? { verdict: "works", ...made }
      : { verdict: "warns", reason: warning.trim(), ...made };
  } catch (error) {
    return { verdict: "fails", reason: readReason(error) };
  }
}

async function compile(to: string, { entry, compilerOptions }: { entry: string } & Pick<Tool, "compilerOptions">) {
  const config = {
    compilerOptions: {
      noEmit: true,
      strict: true,
      target: "ES2022",
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      module: "ESNext",
      moduleResolution: "Bundler",
      skipLibCheck: true,
      types: [],
      ...compilerOptions,
    },
    files: [entry],
  };
  writeFileSync(join(to, "tsconfig.json"), JSON.stringify(config));
  const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript-5.9/package.json")));
  await promisify(execFile)(process.execPath, [compiler, "-p", to], { cwd: to, maxBuffer: 64 * 1024 * 1024 });
}

function readReason(error: unknown): string {
  const { stdout = "", stderr = "", message = "" } = error as { stdout?: string; stderr?: string; message?: string };
  const lines = `${stdout}\n${stderr}\n${message}`.split("\n").map((line) => line.trim());
  const line = lines.find((text) => /^\w*Error: |error TS\d+/.test(text)) ?? lines.find((text) => text !== "");
  return (line ?? "It says nothing.").replaceAll(folder, "").slice(0, 160);
}
