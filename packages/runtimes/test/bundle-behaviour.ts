import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const behaviour = fileURLToPath(new URL("behaviour.ts", import.meta.url));

/**
 * Writes the SDK, the behaviour and a last line as one file, so that no runtime needs to find packages in its own way.
 * The last line can use `sdk`, `behave`, `behaveOnServer` and `BASE_URL`.
 */
export async function bundleBehaviour(
  outfile: string,
  {
    baseURL,
    lastLine,
    format = "esm",
    project = dirname(behaviour),
  }: { baseURL: string; lastLine: string; format?: "esm" | "cjs" | "iife"; project?: string },
): Promise<string> {
  await build({
    stdin: {
      contents: `import * as sdk from "@model-access/sdk";
import { behave, behaveOnServer } from ${JSON.stringify(behaviour)};
${lastLine}`,
      resolveDir: project,
    },
    define: { BASE_URL: JSON.stringify(baseURL) },
    bundle: true,
    format,
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*"],
    outfile,
    logLevel: "silent",
  });
  return outfile;
}
