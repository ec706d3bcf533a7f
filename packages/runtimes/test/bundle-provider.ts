import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const behaviour = fileURLToPath(new URL("provider-behaviour.ts", import.meta.url));

/** Writes the provider, `ai`, the behaviour and a last line, which can use `behave`, as one file. */
export async function bundleProvider(
  outfile: string,
  { lastLine, format = "esm" }: { lastLine: string; format?: "esm" | "iife" },
): Promise<string> {
  await build({
    stdin: {
      contents: `import { behave } from ${JSON.stringify(behaviour)};\n${lastLine}`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    format,
    target: "es2022",
    platform: "neutral",
    // As the bundlers of Workers and web pages have it; `ai` comes with files of Node otherwise.
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["node:*"],
    outfile,
    logLevel: "silent",
  });
  return outfile;
}
