import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Writes a program and all that it imports as one file, so that no runtime needs to find packages in its own way. */
async function bundle(program: string, options: BuildOptions & { outfile: string }): Promise<string> {
  await build({
    stdin: { contents: program, resolveDir: here },
    bundle: true,
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    logLevel: "silent",
    ...options,
  });
  return options.outfile;
}

/**
 * Bundles the SDK, the behaviour and a last line, which can use `sdk`, `behave`, `behaveOnServer` and `BASE_URL`. The SDK is
 * the one of a project, or the workspace's.
 */
export function bundleBehaviour(
  outfile: string,
  {
    baseURL,
    lastLine,
    format = "esm",
    project = here,
  }: { baseURL: string; lastLine: string; format?: "esm" | "cjs" | "iife"; project?: string },
): Promise<string> {
  const program = `import * as sdk from "@model-access/sdk";
import { behave, behaveOnServer } from ${JSON.stringify(`${here}sdk/behaviour.ts`)};
${lastLine}`;
  const define = { BASE_URL: JSON.stringify(baseURL) };
  return bundle(program, { outfile, format, define, stdin: { contents: program, resolveDir: project } });
}

/** Bundles the provider, `ai`, its behaviour and a last line, which can use `behave`. */
export function bundleProvider(
  outfile: string,
  { lastLine, format = "esm" }: { lastLine: string; format?: "esm" | "iife" },
): Promise<string> {
  return bundle(`import { behave } from "./sdk/provider-behaviour.ts";\n${lastLine}`, {
    outfile,
    format,
    // As the bundlers of Workers and web pages have it; `ai` comes with files of Node otherwise.
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
  });
}

/** Bundles the Worker whose requests share a client, a pacer, a guard and a provider. */
export function bundleWorker(outfile: string, { baseURL }: { baseURL: string }): Promise<string> {
  return bundle('export { default } from "./workers/worker.ts";', {
    outfile,
    format: "esm",
    define: { BASE_URL: JSON.stringify(baseURL) },
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
  });
}
