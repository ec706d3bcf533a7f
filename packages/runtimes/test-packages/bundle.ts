import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Bundles a program with its imports, so that runtimes need not resolve packages. */
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
 * Bundles the SDK (a project's or the workspace's), the behaviour, and a last line that can use `sdk`, `behave`,
 * `behaveOnServer` and `BASE_URL`.
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

/** Bundles the provider, `ai`, its behaviour, and a last line that can use `behave`. */
export function bundleProvider(
  outfile: string,
  { lastLine, format = "esm" }: { lastLine: string; format?: "esm" | "iife" },
): Promise<string> {
  return bundle(`import { behave } from "./sdk/provider-behaviour.ts";\n${lastLine}`, {
    outfile,
    format,
    // As bundlers for Workers and web pages do; otherwise `ai` imports Node modules.
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
  });
}

/** Bundles the Worker, whose requests share a client, a pacer, a guard and a provider. */
export function bundleWorker(outfile: string, { baseURL }: { baseURL: string }): Promise<string> {
  return bundle('export { default } from "./workers/worker.ts";', {
    outfile,
    format: "esm",
    define: { BASE_URL: JSON.stringify(baseURL) },
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
  });
}
